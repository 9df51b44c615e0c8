import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import type { Logger } from 'pino';
import type { CacheStats } from '../catalogue/cache-stats.js';
import type { Revision } from '../catalogue/revision.js';
import { logAnswered, requestIdOf } from '../logging.js';
import { giveBody } from '../rest/body.js';
import { giveFailure, isCurrent } from '../rest/handle.js';
import type { Scope } from '../scope.js';
import type { Answer, Encoding } from './answer.js';
import { AnswerStore } from './answer-store.js';
import type { GraphEdge } from './graph-edge.js';
import type { RestEdge } from './rest-edge.js';

/** What stands behind the edge, and what it answers with. */
export interface EdgeParts {
  readonly framework: RequestListener;
  readonly rest: RestEdge;
  readonly graph: GraphEdge;
  readonly revision: Revision;
  readonly cacheBytes: number;
  readonly scopeOf: (requestId: string) => Scope;
  readonly log: Logger;
  /** Whether answers differ by the page that asks. */
  readonly dependsOnOrigin: boolean;
}

const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];
const JSON_TYPES = ['application/json', 'application/json; charset=utf-8'];

/** A document that may ask to read past the caches; what is before the word may be an escaped blank, and the word may be escaped. */
const ASKS_FOR_LATEST = /latest(?![A-Za-z0-9_])|\\u/;

/** Remembers what few different texts come to. */
function remembered<V>(find: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined && !known.has(text)) {
      if (known.size > 200) known.clear();
      known.set(text, (value = find(text)));
    }
    return value!;
  };
}

// Of those that a caller takes alike the one that packs best.
const encodingFor = remembered((accepted: string): Encoding | undefined => {
  const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings([...ENCODINGS]);
  return ENCODINGS.find((encoding) => taken.includes(encoding));
});
const acceptsJson = remembered((accept: string) => new Negotiator({ headers: { accept } }).mediaTypes(JSON_TYPES).length > 0);

/**
 * Answers what strangers read, before the framework: from finished bytes where nothing changed since they were made. Whatever is
 * not plainly one of these requests, or goes wrong, is the framework's, which answers it in full.
 */
export class Edge {
  readonly #answers: AnswerStore;

  constructor(private readonly parts: EdgeParts) {
    this.#answers = new AnswerStore(parts.revision, parts.cacheBytes);
  }

  /** What the kept answers take. */
  get stats(): CacheStats {
    return this.#answers.stats;
  }

  /** Takes a request. */
  readonly listener: RequestListener = (request, response) => {
    const { headers, method } = request;
    const isPlain = headers.authorization === undefined && !(this.parts.dependsOnOrigin && headers.origin !== undefined) && encodingFor(headers['accept-encoding'] ?? 'identity') !== undefined;
    if (isPlain && method === 'GET' && acceptsJson(headers.accept ?? '*/*')) this.#read(request, response);
    else if (isPlain && method === 'POST') this.#ask(request, response);
    else this.parts.framework(request, response);
  };

  #read(request: IncomingMessage, response: ServerResponse): void {
    const started = performance.now();
    const { url = '' } = request;
    const kept = this.#answers.peek(url);
    if (kept) {
      this.#send(request, response, kept, started);
      return;
    }
    const question = this.parts.rest.question(request);
    if (!question) {
      this.parts.framework(request, response);
      return;
    }
    const id = requestIdOf(request);
    if (request.headers['if-none-match'] !== undefined && !question.isFresh) {
      const etag = this.parts.rest.etag(question);
      if (isCurrent(request, etag)) {
        this.#unchanged(request, response, this.parts.rest.headersOf(etag), id, started);
        return;
      }
    }
    const make = async (): Promise<Answer | undefined> => this.parts.rest.answer(question, this.parts.scopeOf(id));
    const answer = question.isFresh ? make() : this.#answers.make(url, make);
    this.#finish(request, response, answer, started);
  }

  #ask(request: IncomingMessage, response: ServerResponse): void {
    const { graph, framework } = this.parts;
    const type = graph.typeFor(request);
    if (type === undefined) {
      framework(request, response);
      return;
    }
    const started = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      giveBody(request, bytes);
      // Texts that differ in one byte are different here, which is never wrong.
      const key = `${type}\0${bytes.toString('latin1')}`;
      const kept = this.#answers.peek(key);
      if (kept) {
        this.#send(request, response, kept, started);
        return;
      }
      const id = requestIdOf(request);
      const make = async (): Promise<Answer | undefined> => graph.answer({ bytes, type }, this.parts.scopeOf(id), this.parts.log.child({ requestId: id }));
      // Who asks for the latest waits for nobody who asked before him.
      this.#finish(request, response, ASKS_FOR_LATEST.test(key) ? make() : this.#answers.make(key, make), started);
    });
  }

  #finish(request: IncomingMessage, response: ServerResponse, coming: Promise<Answer | undefined>, started: number): void {
    coming.then(
      (answer) => {
        if (answer) this.#send(request, response, answer, started);
        else this.parts.framework(request, response);
      },
      (error: unknown) => {
        giveFailure(request, error);
        this.parts.framework(request, response);
      },
    );
  }

  #send(request: IncomingMessage, response: ServerResponse, answer: Answer, started: number): void {
    const id = requestIdOf(request);
    const { etag, headers } = answer.facts;
    if (etag !== undefined && request.headers['if-none-match'] !== undefined && isKnown(request, etag)) {
      this.#unchanged(request, response, headers, id, started);
      return;
    }
    const form = answer.form(encodingFor(request.headers['accept-encoding'] ?? 'identity')!);
    if (form instanceof Promise) form.then((made) => this.#write(request, response, made, id, started), () => response.destroy());
    else this.#write(request, response, form, id, started);
  }

  #unchanged(request: IncomingMessage, response: ServerResponse, headers: readonly string[], id: string, started: number): void {
    response.writeHead(304, [...headers, 'X-Request-Id', id]).end();
    logAnswered(this.parts.log, request, id, 304, Math.round(performance.now() - started));
  }

  #write(request: IncomingMessage, response: ServerResponse, { headers, bytes }: { headers: readonly string[]; bytes: Buffer }, id: string, started: number): void {
    response.writeHead(200, [...headers, 'X-Request-Id', id]).end(bytes);
    logAnswered(this.parts.log, request, id, 200, Math.round(performance.now() - started));
  }
}

const isKnown = (request: IncomingMessage, etag: string): boolean => isCurrent(request, etag) || request.headers['if-none-match']?.trim() === '*';
