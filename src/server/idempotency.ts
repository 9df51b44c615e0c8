import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { AppError, invalidInput } from '../errors/app-error.js';
import { callerName } from '../policy/viewer.js';
import { giveBody, readBytes, textOf } from '../rest/body.js';
import { refusalFor, refuse } from '../rest/failures.js';
import type { PostTaken } from '../rest/router.js';
import type { Scope } from '../request/scope.js';
import { type KeptAnswer, type IdempotencyService } from '../services/idempotency.service.js';
import { IdempotentRequest } from '../services/idempotent-request.js';

/** A key as it is, or as a string of structured headers is written. */
const KEY = /^(?:"([\x20-\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e][\x20-\x7e]{0,254}))$/;

function keyOf(header: string): string {
  const found = KEY.exec(header.trim());
  if (!found) throw invalidInput(['Idempotency-Key: takes 1 to 255 printable ASCII characters']);
  return (found[1] ?? found[2])!;
}

/** Calls back with what is sent as answer, before it is sent. */
function onAnswer(response: Response, told: (answer: KeptAnswer) => Promise<void>): void {
  const end = response.end.bind(response) as (...given: unknown[]) => Response;
  response.end = ((...given: unknown[]) => {
    const [body] = given;
    const text = typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : '';
    void told({
      status: response.statusCode,
      type: String(response.getHeader('Content-Type') ?? ''),
      body: text,
    }).finally(() => end(...given));
    return response;
  }) as typeof response.end;
}

function replay(response: Response, { status, type, body }: KeptAnswer): void {
  response.status(status).set({ 'Idempotency-Replayed': 'true', 'Cache-Control': 'private, no-store' });
  if (type !== '') response.set('Content-Type', type);
  response.end(body);
}

/**
 * The token that a body names; undefined where it is none, or not readable: the endpoint itself says what it thinks of
 * that.
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
 * Whose keys these are by the request's head. A credential that does not hold has keys of its own: what is public
 * ignores it.
 */
async function callerOf(request: Request, scope: Scope): Promise<string> {
  try {
    return callerName(await scope.viewer()) ?? `address:${request.ip}`;
  } catch (error) {
    if (error instanceof AppError) return `credential:${request.headers.authorization}`;
    throw error;
  }
}

/** What is done once, and how requests are read for it. */
export interface IdempotencyParts {
  readonly service: IdempotencyService;
  readonly scopeOf: (request: Request) => Scope;
  /** What a POST to this path takes; undefined where there is nothing to be done. */
  readonly takenBy: (path: string) => PostTaken | undefined;
  readonly log: Logger;
}

/**
 * Has every POST with an `Idempotency-Key` done once, whichever transport takes it: the answer is kept for a day by the
 * caller's credential, the method, the path and the key, and given again to who sends the same.
 */
export function idempotency({ service, scopeOf, takenBy, log }: IdempotencyParts): RequestHandler {
  const begin = async (
    request: Request,
    response: Response,
    header: string,
    { bodyLimit, isTokenInBody }: PostTaken,
  ): Promise<KeptAnswer | undefined> => {
    const key = keyOf(header);
    const scope = scopeOf(request);
    const sender = await callerOf(request, scope);
    await scope.allowance.work(1);
    const body = await readBytes(request, response, bodyLimit);
    giveBody(request, body);
    const token = isTokenInBody ? tokenIn(body) : undefined;
    // It goes into a hash with the rest, and nowhere else.
    const caller = token === undefined ? sender : `credential:Bearer ${token}`;
    const begun = await service.begin({ caller, method: request.method, path: request.originalUrl, key, body });
    if (!(begun instanceof IdempotentRequest)) return begun;
    scope.idempotent = begun;
    // The answer is kept before it is sent, so that whoever has it can ask for it again.
    onAnswer(response, (answer) =>
      service
        .end(begun, answer)
        .catch((error: unknown) => log.error({ err: error }, 'the answer of an Idempotency-Key is not kept')),
    );
    return undefined;
  };
  return (request, response, next) => {
    const header = request.headers['idempotency-key'];
    const taken = request.method === 'POST' ? takenBy(request.path) : undefined;
    if (taken === undefined || typeof header !== 'string' || refusalFor(request) !== undefined) {
      next();
      return;
    }
    begin(request, response, header, taken).then(
      (kept) => (kept ? replay(response, kept) : next()),
      (error: unknown) => {
        refuse(request, error);
        next();
      },
    );
  };
}
