import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { AppError, invalidInput, unauthenticated } from '../errors/app-error.js';
import type { Scope } from '../scope.js';
import { findUnstorableText, parseInput } from '../values/parse.js';
import { readJson } from './body.js';
import type { Endpoint } from './endpoint.js';
import { type Log, sendError, toAppError } from './errors.js';
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

function assertStorable(value: unknown, where: string): void {
  const place = findUnstorableText(value);
  if (place !== undefined) throw invalidInput([`${where}: ${place} holds a character that can’t be stored (NUL or half a surrogate pair)`]);
}

function pathOf(request: Request): Record<string, string> {
  const path = request.params as Record<string, string>;
  assertStorable(path, 'path');
  return path;
}

function queryOf<Q extends z.ZodType>(request: Request, schema: Q | undefined): z.output<Q> {
  if (!schema) return {} as z.output<Q>;
  assertStorable(request.query, 'query');
  return parseInput(schema, request.query);
}

async function bodyOf<B extends z.ZodType>(request: Request, response: Response, at: Endpoint, schema: B | undefined): Promise<z.output<B>> {
  if (!schema) return undefined as z.output<B>;
  const body = await readJson(request, response, at.bodyLimit ?? BODY_LIMIT);
  assertStorable(body, 'body');
  return parseInput(schema, body ?? {});
}

/** The ETag of an anonymous answer: it names the database, the build, the revision and the request, so it needs no answer. */
function etagOf(request: Request, scope: Scope, build: string): string {
  const { revision } = scope.services.catalogue;
  const parameters = new URLSearchParams(request.originalUrl.split('?')[1] ?? '');
  parameters.sort();
  const question = createHash('sha1').update(`${request.path}?${parameters.toString()}`).digest('base64url').slice(0, 16);
  return `W/"${revision.databaseId.slice(0, 8)}-${build}-${revision.current}-${question}"`;
}

/** Whether the caller has the answer of this ETag. */
function isCurrent(request: Request, etag: string): boolean {
  return (request.headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice(2));
}

/** Parse → call → present: what every endpoint has in common. */
export function handle(at: Endpoint, context: RestContext): RequestHandler {
  return async (request, response) => {
    try {
      if (!request.accepts(JSON_TYPES)) throw new AppError('NOT_ACCEPTABLE', 'Answers here are application/json.');
      const scope = context.scopeOf(request);
      if (at.auth === 'bearer' && (await scope.viewer()).kind === 'anonymous') throw unauthenticated();
      const path = pathOf(request);
      const query = queryOf(request, at.query);
      if (at.cacheable && scope.isAnonymous && request.query['latest'] === undefined) {
        const etag = etagOf(request, scope, context.build);
        response.set({ ETag: etag, 'Cache-Control': 'public, no-cache' });
        if (isCurrent(request, etag)) {
          response.status(304).end();
          return;
        }
      } else {
        response.set('Cache-Control', 'private, no-store');
      }
      const body = await bodyOf(request, response, at, at.body);
      const answer = await at.handle(scope, { path, query, body });
      if (answer instanceof Redirect) {
        const [, question] = request.originalUrl.split('?');
        response.redirect(302, question === undefined ? answer.path : `${answer.path}?${question}`);
        return;
      }
      // "*" asks whether there is an answer at all, which only the answer tells.
      const known = response.get('ETag') !== undefined && request.headers['if-none-match']?.trim() === '*';
      response.status(known ? 304 : at.success.status);
      if (at.success.schema && !known) response.json(answer);
      else response.end();
    } catch (thrown) {
      sendError(response, toAppError(thrown, context.logOf(request)), at);
    }
  };
}
