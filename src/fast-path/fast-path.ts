import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import type { Logger } from 'pino';
import type { CacheStats } from '../values/bounded-cache.js';
import type { Revision } from '../catalogue/revision.js';
import { logAnswered, requestIdOf } from '../request/logging.js';
import { readBody } from '../rest/body.js';
import type { Allowance } from '../limits/allowance.js';
import type { Door } from '../limits/door.js';
import { isCurrent } from '../rest/etag.js';
import { giveFailure, refuse } from '../rest/failures.js';
import type { Scope } from '../request/scope.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import { remembered } from '../values/remembered.js';
import { ListText } from '../values/list-text.js';
import type { Answer, Encoding, Form } from './answer.js';
import { AnswerStore } from './answer-store.js';
import { BODY_MAX, type GraphReads } from './graph-reads.js';
import type { RestReads } from './rest-reads.js';
import { SendBuffers } from './send-buffers.js';

/** What the fast path answers with, and the framework that answers everything else. */
export interface FastPathParts {
  readonly framework: RequestListener;
  readonly door: Door;
  readonly rest: RestReads;
  readonly graph: GraphReads;
  readonly revision: Revision;
  readonly cacheBytes: number;
  readonly scopeOf: (requestId: string, allowance: Allowance) => Scope;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  /** Whether answers differ by the page that asks. */
  readonly dependsOnOrigin: boolean;
}

const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];
const JSON_TYPES = ['application/json', 'application/json; charset=utf-8'];

// Of those that a caller takes alike the one that packs best.
const encodingFor = remembered((accepted: string): Encoding | undefined => {
  const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings([...ENCODINGS]);
  return ENCODINGS.find((encoding) => taken.includes(encoding));
});
const acceptsJson = remembered(
  (accept: string) => new Negotiator({ headers: { accept } }).mediaTypes(JSON_TYPES).length > 0,
);

/** A request that is being answered. */
interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  /** On the clock of this process, in milliseconds. */
  readonly started: number;
  readonly allowance: Allowance;
  /** The path of the endpoint that answers, once that is known. */
  route?: string;
}

/** Where requests were answered. */
type Source = 'kept' | 'made' | 'framework';

/** The path of the endpoint that the framework found, as the interface writes it. */
function routeOf(request: IncomingMessage): string {
  const { route, baseUrl } = request as { route?: { path?: unknown }; baseUrl?: string };
  if (typeof route?.path === 'string') return route.path.replace(/:(\w+)/g, '{$1}');
  return baseUrl === '/graphql' || /^\/graphql(?:[/?]|$)/.test(request.url ?? '') ? '/graphql' : 'other';
}

/**
 * Answers what strangers read, before the framework: from finished bytes where nothing changed since they were made.
 * Whatever is not plainly one of these requests, or goes wrong, is the framework's, which answers it in full.
 */
export class FastPath {
  readonly #answers: AnswerStore;
  readonly #buffers = new SendBuffers();
  readonly #sources: Record<Source, number> = { kept: 0, made: 0, framework: 0 };

  constructor(private readonly parts: FastPathParts) {
    this.#answers = new AnswerStore(parts.revision, parts.cacheBytes);
  }

  /** What the kept answers take. */
  get stats(): CacheStats {
    return this.#answers.stats;
  }

  /** How many requests were answered, by where. */
  get sources(): Readonly<Record<Source, number>> {
    return this.#sources;
  }

  /** Takes a request. */
  readonly listener: RequestListener = (request, response) => {
    const visit: Visit = {
      request,
      response,
      id: requestIdOf(request),
      started: performance.now(),
      allowance: this.parts.door.enter(request),
    };
    const { tracing } = this.parts.telemetry;
    if (tracing)
      tracing.request(
        request,
        response,
        () => visit.route ?? routeOf(request),
        () => this.#take(visit),
      );
    else this.#take(visit);
  };

  #take(visit: Visit): void {
    const { request, allowance } = visit;
    const { headers, method } = request;
    if (allowance.refusal) {
      refuse(request, allowance.refusal);
      this.#handOn(visit);
      return;
    }
    const isPlain =
      headers.authorization === undefined &&
      !(this.parts.dependsOnOrigin && headers.origin !== undefined) &&
      encodingFor(headers['accept-encoding'] ?? 'identity') !== undefined;
    if (isPlain && method === 'GET' && acceptsJson(headers.accept ?? '*/*')) this.#read(visit);
    else if (isPlain && method === 'POST' && headers['idempotency-key'] === undefined) this.#ask(visit);
    else this.#handOn(visit);
  }

  #handOn({ request, response, allowance, started }: Visit): void {
    const { door, framework, telemetry } = this.parts;
    this.#sources.framework++;
    door.handOn(request, allowance);
    const { metrics } = telemetry;
    if (metrics)
      response.once('close', () =>
        metrics.request(request.method ?? '', routeOf(request), response.statusCode, performance.now() - started),
      );
    framework(request, response);
  }

  #read(visit: Visit): void {
    const { request } = visit;
    const { url = '' } = request;
    const kept = this.#answers.peek(url);
    if (kept) {
      this.#send(visit, kept, 'kept');
      return;
    }
    const question = this.parts.rest.question(request);
    if (!question) {
      this.#handOn(visit);
      return;
    }
    if (request.headers['if-none-match'] !== undefined && !question.isLatest) {
      const etag = this.parts.rest.etag(question);
      if (isCurrent(request, etag)) {
        visit.route = question.at.path;
        this.#end(visit, 304, { headers: this.parts.rest.headersOf(etag) }, 'kept');
        return;
      }
    }
    const make = async (): Promise<Answer | undefined> =>
      this.parts.rest.answer(question, this.parts.scopeOf(visit.id, visit.allowance));
    this.#finish(visit, question.isLatest ? make() : this.#answers.make(url, make));
  }

  #ask(visit: Visit): void {
    const { request } = visit;
    const { graph } = this.parts;
    const type = graph.typeFor(request);
    if (type === undefined) {
      this.#handOn(visit);
      return;
    }
    const { tracing } = this.parts.telemetry;
    const take = (bytes: Buffer | undefined): void => {
      if (!bytes) {
        this.#handOn(visit);
        return;
      }
      // Texts that differ in one byte are different here, which is never wrong.
      const key = `${type}\0${bytes.toString('latin1')}`;
      const kept = this.#answers.peek(key);
      if (kept) {
        this.#send(visit, kept, 'kept');
        return;
      }
      const { id } = visit;
      // Errors are few: to make a logger for each request takes longer than most of what it does here.
      const log = {
        error: (fields: object, message: string) => this.parts.log.error({ requestId: id, ...fields }, message),
      };
      const answer = async (): Promise<Answer | undefined> =>
        graph.answer({ bytes, type }, this.parts.scopeOf(id, visit.allowance), log);
      const make = tracing ? () => tracing.query(answer, (made) => made?.facts.operation) : answer;
      this.#finish(visit, this.#answers.make(key, make));
    };
    // A body comes in nobody's context, so the trace's is kept for it.
    readBody(request, BODY_MAX, tracing ? AsyncResource.bind(take) : take);
  }

  #finish(visit: Visit, coming: Promise<Answer | undefined>): void {
    coming.then(
      (answer) => {
        if (answer) this.#send(visit, answer, 'made');
        else this.#handOn(visit);
      },
      (error: unknown) => {
        giveFailure(visit.request, error);
        this.#handOn(visit);
      },
    );
  }

  #send(visit: Visit, answer: Answer, source: Source): void {
    const { request, response } = visit;
    const { etag, headers, route, operation } = answer.facts;
    visit.route = route;
    if (operation !== undefined)
      this.parts.telemetry.metrics?.operation(operation, false, performance.now() - visit.started);
    if (etag !== undefined && request.headers['if-none-match'] !== undefined && isKnown(request, etag)) {
      this.#end(visit, 304, { headers }, source);
      return;
    }
    const form = answer.form(encodingFor(request.headers['accept-encoding'] ?? 'identity')!);
    if (form instanceof Promise)
      form.then(
        (made) => this.#end(visit, 200, made, source),
        () => response.destroy(),
      );
    else this.#end(visit, 200, form, source);
  }

  #end(
    { request, response, id, allowance, started, route = '' }: Visit,
    status: number,
    { headers, body, length = 0 }: Partial<Form> & Pick<Form, 'headers'>,
    source: Source,
  ): void {
    response.writeHead(status, [...headers, ...allowance.headers, 'X-Request-Id', id]);
    if (body instanceof ListText) this.#buffers.end(response, body, length);
    else response.end(body);
    const took = performance.now() - started;
    this.#sources[source]++;
    this.parts.telemetry.metrics?.request(request.method ?? '', route, status, took);
    logAnswered(this.parts.log, request, id, status, Math.round(took));
  }
}

const isKnown = (request: IncomingMessage, etag: string): boolean =>
  isCurrent(request, etag) || request.headers['if-none-match']?.trim() === '*';
