import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import type { Logger } from 'pino';
import type { Revision } from '../catalogue/revision.js';
import { logAnswered, requestIdOf } from '../request/logging.js';
import { readBody } from '../rest/body.js';
import type { Allowance } from '../limits/allowance.js';
import type { RateLimitGate } from '../limits/rate-limit-gate.js';
import { isCurrent } from '../rest/etag.js';
import { recordFailure, refuse } from '../rest/failures.js';
import type { Scope } from '../request/scope.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import { memoize } from '../values/memoize.js';
import { ListText } from '../values/list-text.js';
import type { Answer, Encoding, Form } from './answer.js';
import { BODY_MAX, type GraphReads } from './graph-reads.js';
import type { GetQuestion } from './get-reads.js';
import { ResponseCache } from './response-cache.js';
import { SendBuffers } from './send-buffers.js';

export interface FastPathParts {
  /** The express app, which answers all other requests. */
  readonly framework: RequestListener;
  readonly gate: RateLimitGate;
  /** Parses the URL of a GET request; `undefined` if the framework must answer it. */
  readonly questionOf: (url: string) => GetQuestion | undefined;
  readonly graph: GraphReads;
  readonly revision: Revision;
  readonly cacheBytes: number;
  readonly scopeOf: (requestId: string, allowance: Allowance) => Scope;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  /** True if CORS headers depend on the `Origin` of the request. */
  readonly dependsOnOrigin: boolean;
}

const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];
const JSON_TYPES = ['application/json', 'application/json; charset=utf-8'];

// The accepted encoding that compresses best; `undefined` if the caller accepts none of ENCODINGS.
const encodingFor = memoize((accepted: string): Encoding | undefined => {
  const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings([...ENCODINGS]);
  return ENCODINGS.find((encoding) => taken.includes(encoding));
});
const acceptsJson = memoize(
  (accept: string) => new Negotiator({ headers: { accept } }).mediaTypes(JSON_TYPES).length > 0,
);

const isJson = (type: string): boolean => type.startsWith('application/json');

/** True unless the answer is JSON and the caller does not accept JSON. HTML is sent whatever the caller accepts. */
const isAccepted = ({ headers }: IncomingMessage, isAnswerJson: boolean): boolean =>
  !isAnswerJson || acceptsJson(headers.accept ?? '*/*');

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  /** Milliseconds, see `performance.now`. */
  readonly started: number;
  readonly allowance: Allowance;
  /** The path template of the endpoint, such as `/nodes/{nodeId}`, once it is known. */
  route?: string;
}

/** The part of the server that answered: the response cache (`kept`), the fast path (`made`), or the framework. */
type Source = 'kept' | 'made' | 'framework';

/** The path template of the endpoint that the framework matched, such as `/nodes/{nodeId}`. */
function routeOf(request: IncomingMessage): string {
  const { route, baseUrl } = request as { route?: { path?: unknown }; baseUrl?: string };
  if (typeof route?.path === 'string') return route.path.replace(/:(\w+)/g, '{$1}');
  return baseUrl === '/graphql' || /^\/graphql(?:[/?]|$)/.test(request.url ?? '') ? '/graphql' : 'other';
}

/**
 * Answers public reads of anonymous callers without the framework: from the response cache, or else with a new answer
 * that is cached. It passes all other requests, and requests that fail, on to the framework.
 */
export class FastPath {
  readonly answers: ResponseCache;
  readonly #buffers = new SendBuffers();
  readonly #sources: Record<Source, number> = { kept: 0, made: 0, framework: 0 };

  constructor(private readonly parts: FastPathParts) {
    this.answers = new ResponseCache(parts.revision, parts.cacheBytes);
  }

  /** The number of requests that each part of the server answered. */
  get sources(): Readonly<Record<Source, number>> {
    return this.#sources;
  }

  readonly listener: RequestListener = (request, response) => {
    const exchange: Exchange = {
      request,
      response,
      id: requestIdOf(request),
      started: performance.now(),
      allowance: this.parts.gate.enter(request),
    };
    const { tracing } = this.parts.telemetry;
    if (tracing)
      tracing.request(
        request,
        response,
        () => exchange.route ?? routeOf(request),
        () => this.#handle(exchange),
      );
    else this.#handle(exchange);
  };

  #handle(exchange: Exchange): void {
    const { request, allowance } = exchange;
    const { headers, method } = request;
    if (allowance.refusal) {
      refuse(request, allowance.refusal);
      this.#passOn(exchange);
      return;
    }
    const isPlain =
      headers.authorization === undefined &&
      !(this.parts.dependsOnOrigin && headers.origin !== undefined) &&
      encodingFor(headers['accept-encoding'] ?? 'identity') !== undefined;
    if (isPlain && method === 'GET') this.#get(exchange);
    else if (isPlain && method === 'POST' && headers['idempotency-key'] === undefined) this.#post(exchange);
    else this.#passOn(exchange);
  }

  #passOn({ request, response, allowance, started }: Exchange): void {
    const { gate, framework, telemetry } = this.parts;
    this.#sources.framework++;
    gate.passOn(request, allowance);
    const { metrics } = telemetry;
    if (metrics)
      response.once('close', () =>
        metrics.request(request.method ?? '', routeOf(request), response.statusCode, performance.now() - started),
      );
    framework(request, response);
  }

  #get(exchange: Exchange): void {
    const { request } = exchange;
    const { url = '' } = request;
    const cached = this.answers.peek(url);
    if (cached && isAccepted(request, isJson(cached.facts.type))) return this.#send(exchange, cached, 'kept');
    const question = this.parts.questionOf(url);
    if (!question || !isAccepted(request, question.isJson)) return this.#passOn(exchange);
    if (request.headers['if-none-match'] !== undefined && question.current) {
      const { etag, headers } = question.current();
      if (isCurrent(request, etag)) {
        exchange.route = question.route;
        this.#end(exchange, 304, { headers }, 'kept');
        return;
      }
    }
    const make = async (): Promise<Answer | undefined> =>
      question.answer(this.parts.scopeOf(exchange.id, exchange.allowance));
    this.#finish(exchange, question.isLatest ? make() : this.answers.make(url, make));
  }

  #post(exchange: Exchange): void {
    const { request } = exchange;
    const { graph } = this.parts;
    const type = graph.typeFor(request);
    if (type === undefined) return this.#passOn(exchange);
    const { tracing } = this.parts.telemetry;
    const answerBody = (bytes: Buffer | undefined): void => {
      if (!bytes) return this.#passOn(exchange);
      // Equal queries with different bytes, such as other whitespace, are cached separately.
      const key = `${type}\0${bytes.toString('latin1')}`;
      const cached = this.answers.peek(key);
      if (cached) return this.#send(exchange, cached, 'kept');
      const { id } = exchange;
      // No child logger, because creating one for each request takes longer than most answers, and errors are rare.
      const log = {
        error: (fields: object, message: string) => this.parts.log.error({ requestId: id, ...fields }, message),
      };
      const answer = async (): Promise<Answer | undefined> =>
        graph.answer(bytes, type, { scope: this.parts.scopeOf(id, exchange.allowance), log });
      const make = tracing ? () => tracing.query(answer, (made) => made?.facts.operation) : answer;
      this.#finish(exchange, this.answers.make(key, make));
    };
    // Binds the callback to the asynchronous context of the trace, because the body arrives outside of it.
    readBody(request, BODY_MAX, tracing ? AsyncResource.bind(answerBody) : answerBody);
  }

  #finish(exchange: Exchange, coming: Promise<Answer | undefined>): void {
    coming.then(
      (answer) => {
        if (answer) this.#send(exchange, answer, 'made');
        else this.#passOn(exchange);
      },
      (error: unknown) => {
        recordFailure(exchange.request, error);
        this.#passOn(exchange);
      },
    );
  }

  #send(exchange: Exchange, answer: Answer, source: Source): void {
    const { request, response } = exchange;
    const { etag, headers, route, operation } = answer.facts;
    exchange.route = route;
    if (operation !== undefined)
      this.parts.telemetry.metrics?.operation(operation, false, performance.now() - exchange.started);
    if (etag !== undefined && request.headers['if-none-match'] !== undefined && isKnown(request, etag)) {
      this.#end(exchange, 304, { headers }, source);
      return;
    }
    const form = answer.form(encodingFor(request.headers['accept-encoding'] ?? 'identity')!);
    if (form instanceof Promise)
      form.then(
        (made) => this.#end(exchange, 200, made, source),
        () => response.destroy(),
      );
    else this.#end(exchange, 200, form, source);
  }

  #end(
    { request, response, id, allowance, started, route = '' }: Exchange,
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
