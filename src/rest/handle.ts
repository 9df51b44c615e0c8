import { parse as parseQuery } from 'node:querystring';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { AppError, invalidInput, unauthenticated } from '../errors/app-error.js';
import type { Allowance } from '../limits/allowance.js';
import type { Scope } from '../request/scope.js';
import { isEncodedUtf8 } from '../values/escapes.js';
import { parseInput, refusalOf } from '../values/parse.js';
import { readJson } from './body.js';
import type { Endpoint } from './endpoint.js';
import { type Log, sendError, toAppError } from './errors.js';
import { etagOf, isCurrent, preconditionOf, questionOf } from './etag.js';
import { failureOf } from './failures.js';
import { FileAnswer, sendFile } from './file-answer.js';
import { JsonText } from './json-text.js';
import { Redirect } from './redirect.js';

/** How long bodies may be where their endpoint says nothing else. */
export const BODY_LIMIT = 1024 * 1024;
/** What answers are, as callers may name it in Accept. */
const JSON_TYPES = ['application/json', 'application/json; charset=utf-8'];

/** What the transport is given by the app. */
export interface RestContext {
  readonly scopeOf: (request: Request) => Scope;
  readonly logOf: (request: Request) => Log;
  /** Names this build in ETags. */
  readonly build: string;
}

function assertAcceptable(value: unknown, where: string): void {
  const refusal = refusalOf(value);
  if (refusal !== undefined) throw invalidInput([`${where}: ${refusal}`]);
}

/**
 * What the address of a request says, by the endpoint's schema.
 * @param asked what stands behind the question mark, as it was sent
 * @throws INVALID_INPUT
 */
export function addressOf(
  at: Endpoint,
  path: Record<string, string>,
  asked: string | undefined,
): { readonly path: Record<string, string>; readonly query: unknown } {
  assertAcceptable(path, 'path');
  if (!at.query) return { path, query: {} };
  if (asked !== undefined && !isEncodedUtf8(asked))
    throw invalidInput(['query: what is percent-encoded must be UTF-8']);
  const query = parseQuery(asked ?? '');
  assertAcceptable(query, 'query');
  return { path, query: parseInput(at.query, query) };
}

async function bodyOf<B extends z.ZodType>(
  request: Request,
  response: Response,
  at: Endpoint,
  schema: B | undefined,
): Promise<z.output<B>> {
  if (at.rawBody && !request.is([...at.rawBody]))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `The body must be sent as ${at.rawBody[0]}.`);
  if (at.rawBody && (request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent without a Content-Encoding.');
  if (!schema) return undefined as z.output<B>;
  const body = await readJson(request, response, at.bodyLimit ?? BODY_LIMIT);
  assertAcceptable(body, 'body');
  return parseInput(schema, body ?? {});
}

/** A credential is judged before the body is read; public reads alone ignore one that doesn't hold. */
async function admit(scope: Scope, at: Endpoint): Promise<void> {
  if (at.auth === 'none' || at.auth === 'body' || (at.auth === 'optional' && at.method === 'get')) return;
  const viewer = await scope.viewer();
  if (at.auth === 'bearer' && viewer.kind === 'anonymous') throw unauthenticated();
}

/** How long an answer that anybody may have may be kept: as long as nothing changed. */
export const KEPT = 'public, no-cache';

/** That an answer is for this caller, now. */
export const NOT_KEPT = 'private, no-store';

/** Tells the caller what he has left. */
export function tellAllowance(response: Response, { headers }: Allowance): void {
  for (let index = 0; index < headers.length; index += 2) response.setHeader(headers[index]!, headers[index + 1]!);
}

/** What a call costs beyond the request itself. */
const workOf = (at: Endpoint): number => at.work ?? (at.method === 'get' ? 0 : 1);

/** Says which credential counts, before anything is read or done. */
async function enter(request: Request, response: Response, at: Endpoint, scope: Scope): Promise<void> {
  try {
    // Who has nothing left is refused before anybody is asked who he is.
    if (scope.allowance.isKnown) scope.allowance.assertLeft(workOf(at));
    await admit(scope, at);
    if (at.method === 'put') scope.precondition = preconditionOf(request, at, scope.services.catalogue.revision);
  } finally {
    // It is less by now than at the door.
    tellAllowance(response, scope.allowance);
  }
}

/**
 * Has the caller pay for what is to be done: after all that is refused by its look alone, because it may cost a
 * statement itself.
 */
async function charge(response: Response, at: Endpoint, scope: Scope): Promise<void> {
  const work = workOf(at);
  if (work === 0) return;
  try {
    if (!scope.allowance.isKnown) await scope.reader();
    await scope.allowance.work(work);
  } finally {
    tellAllowance(response, scope.allowance);
  }
}

/** Sets what caches may do with the answer. @returns whether the caller has it already */
function isKnown(request: Request, response: Response, at: Endpoint, scope: Scope, build: string): boolean {
  if (!at.cacheable || !scope.isAnonymous || request.query['latest'] !== undefined) {
    response.set('Cache-Control', NOT_KEPT);
    if (at.tagged) {
      response.set('ETag', etagOf(request.path, undefined, scope.services.catalogue.revision, build));
      // It names the state of the catalogue, and the answer holds more than that.
      delete request.headers['if-none-match'];
    }
    return false;
  }
  const etag = etagOf(request.path, questionOf(request.originalUrl), scope.services.catalogue.revision, build);
  response.set({ ETag: etag, 'Cache-Control': KEPT });
  return isCurrent(request, etag);
}

/** Sends what a handler gave. */
async function present(request: Request, response: Response, at: Endpoint, answer: unknown): Promise<void> {
  if (answer instanceof FileAnswer) {
    await sendFile(request, response, answer);
    return;
  }
  if (answer instanceof Redirect) {
    const question = questionOf(request.originalUrl);
    response.redirect(302, question === undefined ? answer.path : `${answer.path}?${question}`);
    return;
  }
  // "*" asks whether there is an answer at all, which only the answer tells.
  const known =
    at.method === 'get' && response.get('ETag') !== undefined && request.headers['if-none-match']?.trim() === '*';
  response.status(known ? 304 : at.success.status);
  if (answer instanceof JsonText && !known) response.type('json').send(String(answer.text));
  else if (at.success.schema && !known) response.json(answer);
  else response.end();
}

/** Parse → call → present: what every endpoint has in common. */
export function handle(at: Endpoint, context: RestContext): RequestHandler {
  return async (request, response) => {
    try {
      const failed = failureOf(request);
      if (failed) throw failed.error;
      const types = at.success.file === undefined ? JSON_TYPES : [at.success.file, ...JSON_TYPES];
      if (!request.accepts(types)) throw new AppError('NOT_ACCEPTABLE', `Answers here are ${types[0]!}.`);
      const scope = context.scopeOf(request);
      await enter(request, response, at, scope);
      const { path, query } = addressOf(at, request.params as Record<string, string>, questionOf(request.originalUrl));
      if (isKnown(request, response, at, scope, context.build)) {
        response.status(304).end();
        return;
      }
      const body = await bodyOf(request, response, at, at.body);
      await charge(response, at, scope);
      const answer = await at.handle(scope, { path, query, body, stream: request });
      if (at.conditional)
        response.set('ETag', etagOf(request.path, undefined, scope.services.catalogue.revision, context.build));
      await present(request, response, at, answer);
    } catch (thrown) {
      sendError(response, toAppError(thrown, context.logOf(request)), at);
    }
  };
}
