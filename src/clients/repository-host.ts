import { AppError } from '../errors/app-error.js';
import type { Secret } from '../values/secret.js';
import { callJson, CallFailed, type HttpAnswer, retryAfterOf } from './http.js';

/** Verifies that a token has admin access to a repository. */
export interface RepositoryHost {
  /**
   * Returns the repository's id on its host, which stays the same when the repository is renamed.
   * @throws REPOSITORY_NOT_OWNED, RATE_LIMITED, REPOSITORY_HOST_UNAVAILABLE
   */
  ownedRepositoryId(owner: string, name: string, token: Secret): Promise<string>;
}

const MAX_BYTES = 1_000_000;
const MAX_REDIRECTS = 3;

const notOwned = (): AppError =>
  new AppError(
    'REPOSITORY_NOT_OWNED',
    'The repository’s host does not confirm that this token has admin access to the repository.',
  );
const unavailable = (cause?: unknown): AppError =>
  new AppError(
    'REPOSITORY_HOST_UNAVAILABLE',
    'The repository’s host is not available at the moment. Try again later.',
    {
      retryAfter: 30,
      cause,
    },
  );

function isRateLimited({ status, headers }: HttpAnswer): boolean {
  return status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0');
}

function secondsToWait({ headers }: HttpAnswer): number {
  const reset = Number(headers.get('x-ratelimit-reset'));
  const untilReset = reset > 0 ? Math.max(1, Math.ceil(reset - Date.now() / 1000)) : 60;
  return retryAfterOf(headers) ?? Math.min(untilReset, 86_400);
}

/** Calls the repository host's HTTP API. */
export class HttpRepositoryHost implements RepositoryHost {
  constructor(
    private readonly apiUrl: string,
    private readonly timeoutMs: number,
  ) {}

  async ownedRepositoryId(owner: string, name: string, token: Secret): Promise<string> {
    const response = await this.#get(
      `${this.apiUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`,
      token,
    );
    if (isRateLimited(response))
      throw new AppError('RATE_LIMITED', 'The repository’s host rate-limits this token. Try again later.', {
        retryAfter: secondsToWait(response),
      });
    if (response.status >= 500) throw unavailable();
    if (response.status !== 200) throw notOwned();
    const body = response.json as { id?: unknown; permissions?: { admin?: unknown } } | null | undefined;
    if (typeof body !== 'object' || body === null || !Number.isSafeInteger(body.id)) throw unavailable();
    if (body.permissions?.admin !== true) throw notOwned();
    return String(body.id);
  }

  /**
   * Follows redirects, which renamed repositories have, only within the API's origin, so that no other host gets the
   * token.
   */
  async #get(url: string, token: Secret): Promise<HttpAnswer> {
    const deadline = Date.now() + this.timeoutMs;
    let next = url;
    try {
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
        const response = await callJson({
          method: 'GET',
          url: next,
          headers: { authorization: `Bearer ${token.revealSecret()}` },
          timeoutMs: Math.max(1, deadline - Date.now()),
          maxBytes: MAX_BYTES,
        });
        const location = response.headers.get('location');
        if (![301, 302, 307, 308].includes(response.status)) return response;
        const target = location !== null && URL.canParse(location, next) ? new URL(location, next) : undefined;
        if (target?.origin !== new URL(this.apiUrl).origin) throw unavailable();
        next = target.href;
      }
    } catch (error) {
      throw error instanceof CallFailed ? unavailable(error) : error;
    }
    throw unavailable();
  }
}
