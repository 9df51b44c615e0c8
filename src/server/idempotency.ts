import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { AppError, invalidInput } from '../errors/app-error.js';
import { callerName } from '../policy/viewer.js';
import { setBody, readBytes, textOf } from '../rest/body.js';
import { refusalFor, refuse } from '../rest/failures.js';
import { PRIVATE_NO_STORE } from '../rest/handle.js';
import type { PostEndpoint } from '../rest/router.js';
import type { Scope } from '../request/scope.js';
import { type StoredResponse, type IdempotencyService } from '../services/idempotency.service.js';
import { IdempotentRequest } from '../services/idempotent-request.js';

/** A plain key, or one quoted as a structured-field string. */
const KEY = /^(?:"([\x20-\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e][\x20-\x7e]{0,254}))$/;

function keyOf(header: string): string {
  const found = KEY.exec(header.trim());
  if (!found) throw invalidInput(['Idempotency-Key: takes 1 to 255 printable ASCII characters']);
  return (found[1] ?? found[2])!;
}

/** Calls a function with the response, and sends the response once the function has ended. */
function beforeResponse(response: Response, callback: (answer: StoredResponse) => Promise<void>): void {
  const end = response.end.bind(response) as (...given: unknown[]) => Response;
  response.end = ((...given: unknown[]) => {
    const [body] = given;
    const text = typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : '';
    void callback({
      status: response.statusCode,
      type: String(response.getHeader('Content-Type') ?? ''),
      body: text,
    }).finally(() => end(...given));
    return response;
  }) as typeof response.end;
}

function replay(response: Response, { status, type, body }: StoredResponse): void {
  response.status(status).set({ 'Idempotency-Replayed': 'true', 'Cache-Control': PRIVATE_NO_STORE });
  if (type !== '') response.set('Content-Type', type);
  response.end(body);
}

/**
 * Returns the personal access token in a body. `undefined` if there is none, or if the body is invalid, which the
 * endpoint reports.
 */
function tokenIn(body: Buffer): string | undefined {
  try {
    const { personal_access_token: token } = JSON.parse(textOf(body)) as { personal_access_token?: unknown };
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the caller that the keys belong to, from the headers of the request. Each invalid credential is a separate
 * caller, because public operations accept requests with one.
 */
async function callerOf(request: Request, scope: Scope): Promise<string> {
  try {
    return callerName(await scope.viewer()) ?? `address:${request.ip}`;
  } catch (error) {
    if (error instanceof AppError) return `credential:${request.headers.authorization}`;
    throw error;
  }
}

/** The dependencies of the idempotency middleware. */
export interface IdempotencyParts {
  readonly service: IdempotencyService;
  readonly scopeOf: (request: Request) => Scope;
  /** Returns the POST endpoint of a path, or `undefined` if there is none. */
  readonly postEndpointAt: (path: string) => PostEndpoint | undefined;
  readonly log: Logger;
}

/**
 * Executes every POST with an `Idempotency-Key` once, in REST and GraphQL. The response is stored for a day by caller,
 * method, path and key. A repeated request gets the stored response.
 */
export function idempotency({ service, scopeOf, postEndpointAt, log }: IdempotencyParts): RequestHandler {
  const begin = async (
    request: Request,
    response: Response,
    header: string,
    { bodyLimit, isTokenInBody }: PostEndpoint,
  ): Promise<StoredResponse | undefined> => {
    const key = keyOf(header);
    const scope = scopeOf(request);
    const sender = await callerOf(request, scope);
    await scope.allowance.work(1);
    const body = await readBytes(request, response, bodyLimit);
    setBody(request, body);
    const token = isTokenInBody ? tokenIn(body) : undefined;
    // The token is stored only as part of a hash.
    const caller = token === undefined ? sender : `credential:Bearer ${token}`;
    const begun = await service.begin({ caller, method: request.method, path: request.originalUrl, key, body });
    if (!(begun instanceof IdempotentRequest)) return begun;
    scope.idempotent = begun;
    // The response is stored before it is sent, so that a repeated request can always get it again.
    beforeResponse(response, (answer) =>
      service
        .end(begun, answer)
        .catch((error: unknown) =>
          log.error({ err: error }, 'The response of an Idempotency-Key could not be stored.'),
        ),
    );
    return undefined;
  };
  return (request, response, next) => {
    const header = request.headers['idempotency-key'];
    const endpoint = request.method === 'POST' ? postEndpointAt(request.path) : undefined;
    if (endpoint === undefined || typeof header !== 'string' || refusalFor(request) !== undefined) {
      next();
      return;
    }
    begin(request, response, header, endpoint).then(
      (stored) => (stored ? replay(response, stored) : next()),
      (error: unknown) => {
        refuse(request, error);
        next();
      },
    );
  };
}
