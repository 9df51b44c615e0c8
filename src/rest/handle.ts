import { parse as parseQuery } from 'node:querystring';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { AppError, invalidInput, unauthenticated } from '../errors/app-error.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { Allowance } from '../limits/allowance.js';
import type { Scope } from '../request/scope.js';
import { isEncodedUtf8 } from '../values/escapes.js';
import { parseInput, refusalOf } from '../values/parse.js';
import { ArrayPage } from './array-page.js';
import { readJson, readJsonBytes } from './body.js';
import type { Endpoint } from './endpoint.js';
import { type Log, sendError, toAppError } from './errors.js';
import { etagOf, isCurrent, preconditionOf, questionOf } from './etag.js';
import { failureOf } from './failures.js';
import { FileAnswer, sendFile } from './file-answer.js';
import { JsonText } from './json-text.js';
import { parameterHints } from './parameter-hints.js';
import { PlainText } from './plain-text.js';
import { Redirect } from './redirect.js';

/** The default limit of a request body in bytes. */
export const BODY_LIMIT = 1024 * 1024;
/** The media types of JSON responses that callers may name in Accept. */
const JSON_TYPES = ['application/json', 'application/json; charset=utf-8'];

/** The dependencies of the REST transport. */
export interface RestContext {
  readonly scopeOf: (request: Request) => Scope;
  readonly logOf: (request: Request) => Log;
  /** The id of this build, for ETags. */
  readonly build: string;
  /** The path of the public URL, without a trailing slash. It is the prefix of paths in links. */
  readonly publicPath: string;
}

function assertAcceptable(value: unknown, where: string): void {
  const refusal = refusalOf(value);
  if (refusal !== undefined) throw invalidInput([`${where}: ${refusal}`]);
}

/**
 * Parses the path parameters and the query string by the schema of the endpoint.
 * @param asked the raw query string
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
    throw invalidInput(['query: percent-encoded characters must be UTF-8']);
  const query = parseQuery(asked ?? '');
  assertAcceptable(query, 'query');
  return { path, query: parseInput(at.query, query) };
}

/**
 * The path parameters, decoded. Express splits one that may contain slashes, and takes the slash after the last one as
 * a part of it.
 */
function pathOf({ params }: Request, { path }: Endpoint): Record<string, string> {
  const joined = (name: string, parts: readonly string[]): string =>
    (path.endsWith(`{${name}}`) && parts.length > 1 && parts.at(-1) === '' ? parts.slice(0, -1) : parts).join('/');
  return Object.fromEntries(
    Object.entries(params as Record<string, string | string[]>).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : joined(name, value),
    ]),
  );
}

/** The unvalidated body of a request, once it is read. */
interface Sent {
  body?: unknown;
}

async function bodyOf<B extends z.ZodType>(
  request: Request,
  response: Response,
  at: Endpoint,
  schema: B | undefined,
  sent: Sent,
): Promise<z.output<B>> {
  if (at.rawBody && !request.is([...at.rawBody]))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `The body must be sent as ${at.rawBody[0]}.`);
  if (at.rawBody && (request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent without a Content-Encoding.');
  if (!schema) return undefined as z.output<B>;
  if (at.parseBody) {
    const bytes = await readJsonBytes(request, response, at.bodyLimit ?? BODY_LIMIT);
    return parseInput(schema, bytes === undefined ? {} : at.parseBody(bytes));
  }
  const body = await readJson(request, response, at.bodyLimit ?? BODY_LIMIT);
  sent.body = body;
  assertAcceptable(body, 'body');
  return parseInput(schema, body ?? {});
}

/** Checks the credential before the body is read. GET endpoints with optional credentials ignore invalid ones. */
async function admit(scope: Scope, at: Endpoint): Promise<void> {
  if (at.auth === 'none' || at.auth === 'body' || (at.auth === 'optional' && at.method === 'get')) return;
  const viewer = await scope.viewer();
  if (at.auth === 'bearer' && viewer.kind === 'anonymous') throw unauthenticated();
}

/** Cache-Control of public responses: caches may store them, but must revalidate them for each request. */
export const PUBLIC_NO_CACHE = 'public, no-cache';

/** Cache-Control of responses that must not be cached. */
export const PRIVATE_NO_STORE = 'private, no-store';

/** Sets the rate-limit headers. */
export function setRateLimitHeaders(response: Response, { headers }: Allowance): void {
  setAll(response, headers);
}

function setAll(response: Response, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2) response.setHeader(headers[index]!, headers[index + 1]!);
}

/** The units of work that a call is charged, in addition to the request itself. */
const workOf = (at: Endpoint): number => at.work ?? (at.method === 'get' ? 0 : 1);

/** Checks the rate limit, the credential and the precondition before the request is parsed. */
async function enter(request: Request, response: Response, at: Endpoint, scope: Scope): Promise<void> {
  try {
    // If the limit to charge is known, a caller over the limit is refused before the credential is resolved.
    if (scope.allowance.isKnown) scope.allowance.assertLeft(workOf(at));
    await admit(scope, at);
    if (at.method !== 'get') scope.precondition = preconditionOf(request, at, scope.services.catalogue.revision);
  } finally {
    // The headers were set when the request arrived. The allowance may have changed since then.
    setRateLimitHeaders(response, scope.allowance);
  }
}

/**
 * Charges the work limit of the caller. Called after validation, because charging may need a database statement, which
 * invalid requests must not cause.
 */
async function charge(response: Response, at: Endpoint, scope: Scope): Promise<void> {
  const work = workOf(at);
  if (work === 0) return;
  try {
    if (!scope.allowance.isKnown) await scope.reader();
    await scope.allowance.work(work);
  } finally {
    setRateLimitHeaders(response, scope.allowance);
  }
}

/** Sets ETag and Cache-Control. @returns true if `If-None-Match` has the ETag of the current response */
function isKnown(request: Request, response: Response, at: Endpoint, scope: Scope, build: string): boolean {
  if (!at.cacheable || !scope.isAnonymous || request.query['latest'] !== undefined) {
    response.set('Cache-Control', PRIVATE_NO_STORE);
    if (at.tagged) {
      response.set('ETag', etagOf(request.path, undefined, scope.services.catalogue.revision, build));
      // The response depends on more than the catalogue, so an equal ETag does not mean an unchanged response.
      delete request.headers['if-none-match'];
    }
    return false;
  }
  const etag = etagOf(request.path, questionOf(request.originalUrl), scope.services.catalogue.revision, build);
  response.set({ ETag: etag, 'Cache-Control': PUBLIC_NO_CACHE });
  return isCurrent(request, etag);
}

/** Sends the result of a handler. */
async function present(
  request: Request,
  response: Response,
  at: Endpoint,
  answer: unknown,
  publicPath: string,
): Promise<void> {
  if (answer instanceof FileAnswer) {
    await sendFile(request, response, answer);
    return;
  }
  if (answer instanceof Redirect) {
    const question = questionOf(request.originalUrl);
    response.redirect(302, publicPath + answer.path + (question === undefined ? '' : `?${question}`));
    return;
  }
  // Express would answer "*" with 304, although there is no ETag and the response must not be stored.
  if (response.get('ETag') === undefined) delete request.headers['if-none-match'];
  // "*" matches any existing resource, so the handler must run first.
  const isUnchanged =
    at.method === 'get' && response.get('ETag') !== undefined && request.headers['if-none-match']?.trim() === '*';
  response.status(isUnchanged ? 304 : at.success.status);
  const body = answer instanceof ArrayPage ? answer.body : answer;
  if (answer instanceof ArrayPage)
    setAll(response, answer.headers(publicPath + request.path, questionOf(request.originalUrl)));
  if (body instanceof PlainText) response.type('text/plain').send(body.text);
  else if (body instanceof JsonText && !isUnchanged)
    response.type('json').send(typeof body.text === 'string' ? body.text : body.text.bytes());
  else if (at.success.schema && !isUnchanged) response.json(body);
  else response.end();
}

/** Returns a signal that is aborted when the connection is closed before the response is complete. */
function closedOf(response: Response): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => controller.abort());
  return controller.signal;
}

function contentLengthOf({ headers }: Request): number | undefined {
  const announced = headers['content-length'];
  return announced === undefined ? undefined : Number(announced);
}

/** Errors about the headers or the body of a request. */
const REQUEST_ERRORS: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'INVALID_JSON',
  'NOT_ACCEPTABLE',
  'PRECONDITION_FAILED',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/**
 * Replaces an error about the request itself by 401 or 403 if the caller may not perform the operation at all.
 * @returns the error to send
 */
async function refused(thrown: unknown, request: Request, at: Endpoint, scope: Scope, sent: Sent): Promise<unknown> {
  const isPublic = at.auth === 'none' || (at.method === 'get' && at.auth !== 'bearer');
  if (isPublic || !(thrown instanceof AppError) || !REQUEST_ERRORS.includes(thrown.code)) return thrown;
  // The credential may be in a body that was not read.
  if (at.auth === 'body' && scope.isAnonymous && !thrown.code.startsWith('INVALID_')) return thrown;
  try {
    const { viewer } = await scope.actor(at.auth === 'body' ? tokenIn(sent.body) : undefined);
    await scope.services.admission.assertMay(viewer, at.action, pathOf(request, at));
    return thrown;
  } catch (refusal) {
    return refusal;
  }
}

/** Returns the personal access token in a body whose other fields may be invalid. */
function tokenIn(body: unknown): string | undefined {
  const { personal_access_token: token } = (body ?? {}) as { readonly personal_access_token?: unknown };
  return typeof token === 'string' && token !== '' && refusalOf(token) === undefined ? token : undefined;
}

/** Returns the media types of an endpoint's responses. */
const acceptedTypes = (at: Endpoint): string[] =>
  at.success.file === undefined
    ? [...JSON_TYPES, ...(at.alternateType === undefined ? [] : [at.alternateType])]
    : [at.success.file, ...JSON_TYPES];

/** The media types for a message, without their parameters. */
const shownTypes = (types: readonly string[]): string => types.filter((type) => !type.includes(';')).join(' or ');

/** Creates the Express handler of an endpoint, which parses the request, calls the endpoint and presents the result. */
export function handle(at: Endpoint, context: RestContext): RequestHandler {
  return async (request, response) => {
    const sent: Sent = {};
    const scope = context.scopeOf(request);
    try {
      const failed = failureOf(request);
      if (failed) throw failed.error;
      const types = acceptedTypes(at);
      if (!request.accepts(types))
        throw new AppError('NOT_ACCEPTABLE', `Responses of this endpoint are ${shownTypes(types)}.`);
      await enter(request, response, at, scope);
      await serve(request, response, at, scope, context, sent);
    } catch (thrown) {
      const error = await refused(thrown, request, at, scope, sent);
      sendError(response, toAppError(error, context.logOf(request)), at);
    }
  };
}

/** Parses a request, calls its endpoint, and presents the result. */
async function serve(
  request: Request,
  response: Response,
  at: Endpoint,
  scope: Scope,
  { build, publicPath }: RestContext,
  sent: Sent,
): Promise<void> {
  const asked = questionOf(request.originalUrl);
  setAll(response, parameterHints(at, asked));
  const { path, query } = addressOf(at, pathOf(request, at), asked);
  if (isKnown(request, response, at, scope, build)) {
    response.status(304).end();
    return;
  }
  const body = await bodyOf(request, response, at, at.body, sent);
  await charge(response, at, scope);
  const contentLength = contentLengthOf(request);
  const isAlternate =
    at.alternateType !== undefined && request.accepts([...JSON_TYPES, at.alternateType]) === at.alternateType;
  if (at.alternateType !== undefined) response.vary('Accept');
  const answer = await at.handle(scope, {
    path,
    query,
    body,
    stream: request,
    contentLength,
    isAlternate,
    closed: () => closedOf(response),
  });
  if (at.conditional && at.method !== 'delete')
    response.set('ETag', etagOf(request.path, undefined, scope.services.catalogue.revision, build));
  await present(request, response, at, answer, publicPath);
}
