import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { Revision } from '../catalogue/revision.js';
import { AppError, invalidInput, unauthenticated } from '../errors/app-error.js';
import type { Scope } from '../scope.js';
import { parseInput, refusalOf } from '../values/parse.js';
import { readJson } from './body.js';
import type { Endpoint } from './endpoint.js';
import { type Log, sendError, toAppError } from './errors.js';
import { FileAnswer, sendFile } from './file-answer.js';
import { JsonText } from './json-text.js';
import { Redirect } from './redirect.js';

const BODY_LIMIT = 1024 * 1024;
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
 * @throws INVALID_INPUT
 */
export function addressOf(at: Endpoint, path: Record<string, string>, query: unknown): { readonly path: Record<string, string>; readonly query: unknown } {
  assertAcceptable(path, 'path');
  if (!at.query) return { path, query: {} };
  assertAcceptable(query, 'query');
  return { path, query: parseInput(at.query, query) };
}

async function bodyOf<B extends z.ZodType>(request: Request, response: Response, at: Endpoint, schema: B | undefined): Promise<z.output<B>> {
  if (at.rawBody && !request.is([...at.rawBody])) throw new AppError('UNSUPPORTED_MEDIA_TYPE', `The body must be sent as ${at.rawBody[0]}.`);
  if (at.rawBody && (request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent without a Content-Encoding.');
  if (!schema) return undefined as z.output<B>;
  const body = await readJson(request, response, at.bodyLimit ?? BODY_LIMIT);
  assertAcceptable(body, 'body');
  return parseInput(schema, body ?? {});
}

/** All that stands behind the address's first "?"; undefined where there is none. */
export function questionOf(url: string): string | undefined {
  const mark = url.indexOf('?');
  return mark === -1 ? undefined : url.slice(mark + 1);
}

/** The ETag of an anonymous answer: it names the database, the build, the revision and the request, so it needs no answer. */
export function etagOf(path: string, asked: string | undefined, revision: Revision, build: string): string {
  const parameters = new URLSearchParams(asked ?? '');
  parameters.sort();
  const question = createHash('sha1').update(`${path}?${parameters.toString()}`).digest('base64url').slice(0, 16);
  return `W/"${revision.databaseId.slice(0, 8)}-${build}-${revision.current}-${question}"`;
}

/** Whether the caller has the answer of this ETag. */
export function isCurrent({ headers }: IncomingMessage, etag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice(2));
}

/** A credential is judged before the body is read; public reads alone ignore one that doesn't hold. */
async function admit(scope: Scope, at: Endpoint): Promise<void> {
  if (at.auth === 'none' || at.auth === 'body' || (at.auth === 'optional' && at.method === 'get')) return;
  const viewer = await scope.viewer();
  if (at.auth === 'bearer' && viewer.kind === 'anonymous') throw unauthenticated();
}

/** What went wrong with requests before they came here. */
const failures = new WeakMap<IncomingMessage, { readonly error: unknown }>();

/** Has what went wrong with a request told in its endpoint's shape, instead of trying again. */
export function giveFailure(request: IncomingMessage, error: unknown): void {
  failures.set(request, { error });
}

/** How long an answer that anybody may have may be kept: as long as nothing changed. */
export const KEPT = 'public, no-cache';

/** That an answer is for this caller, now. */
export const NOT_KEPT = 'private, no-store';

/** Parse → call → present: what every endpoint has in common. */
export function handle(at: Endpoint, context: RestContext): RequestHandler {
  return async (request, response) => {
    try {
      const failed = failures.get(request);
      if (failed) throw failed.error;
      const types = at.success.file === undefined ? JSON_TYPES : [at.success.file, ...JSON_TYPES];
      if (!request.accepts(types)) throw new AppError('NOT_ACCEPTABLE', `Answers here are ${types[0]!}.`);
      const scope = context.scopeOf(request);
      await admit(scope, at);
      const { path, query } = addressOf(at, request.params as Record<string, string>, request.query);
      if (at.cacheable && scope.isAnonymous && request.query['latest'] === undefined) {
        const etag = etagOf(request.path, questionOf(request.originalUrl), scope.services.catalogue.revision, context.build);
        response.set({ ETag: etag, 'Cache-Control': KEPT });
        if (isCurrent(request, etag)) {
          response.status(304).end();
          return;
        }
      } else {
        response.set('Cache-Control', NOT_KEPT);
      }
      const body = await bodyOf(request, response, at, at.body);
      const answer = await at.handle(scope, { path, query, body, stream: request });
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
      const known = response.get('ETag') !== undefined && request.headers['if-none-match']?.trim() === '*';
      response.status(known ? 304 : at.success.status);
      if (answer instanceof JsonText && !known) response.type('json').send(answer.text);
      else if (at.success.schema && !known) response.json(answer);
      else response.end();
    } catch (thrown) {
      sendError(response, toAppError(thrown, context.logOf(request)), at);
    }
  };
}
