import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import type { Logger } from 'pino';
import type { CacheStats } from '../catalogue/cache-stats.js';
import type { Revision } from '../catalogue/revision.js';
import { logAnswered, requestIdOf } from '../logging.js';
import { giveBody } from '../rest/body.js';
import type { Allowance } from '../limits/allowance.js';
import type { Door } from '../limits/door.js';
import { isCurrent } from '../rest/etag.js';
import { giveFailure, refuse } from '../rest/failures.js';
import type { Scope } from '../scope.js';
import type { Answer, Encoding, Form } from './answer.js';
import { AnswerStore } from './answer-store.js';
import type { GraphEdge } from './graph-edge.js';
import type { RestEdge } from './rest-edge.js';

/** What stands behind the edge, and what it answers with. */
export interface EdgeParts {
  readonly framework: RequestListener;
  readonly door: Door;
  readonly rest: RestEdge;
  readonly graph: GraphEdge;
  readonly revision: Revision;
  readonly cacheBytes: number;
  readonly scopeOf: (requestId: string, allowance: Allowance) => Scope;
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

/** A request that is being answered. */
interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  /** On the clock of this process, in milliseconds. */
  readonly started: number;
  readonly allowance: Allowance;
}

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
    const allowance = this.parts.door.enter(request);
    const visit = { request, response, id: requestIdOf(request), started: performance.now(), allowance };
    const { headers, method } = request;
    if (allowance.refusal) {
      refuse(request, allowance.refusal);
      this.#handOn(visit);
      return;
    }
    const isPlain = headers.authorization === undefined && !(this.parts.dependsOnOrigin && headers.origin !== undefined) && encodingFor(headers['accept-encoding'] ?? 'identity') !== undefined;
    if (isPlain && method === 'GET' && acceptsJson(headers.accept ?? '*/*')) this.#read(visit);
    else if (isPlain && method === 'POST' && headers['idempotency-key'] === undefined) this.#ask(visit);
    else this.#handOn(visit);
  };

  #handOn({ request, response, allowance }: Visit): void {
    this.parts.door.handOn(request, allowance);
    this.parts.framework(request, response);
  }

  #read(visit: Visit): void {
    const { request } = visit;
    const { url = '' } = request;
    const kept = this.#answers.peek(url);
    if (kept) {
      this.#send(visit, kept);
      return;
    }
    const question = this.parts.rest.question(request);
    if (!question) {
      this.#handOn(visit);
      return;
    }
    if (request.headers['if-none-match'] !== undefined && !question.isFresh) {
      const etag = this.parts.rest.etag(question);
      if (isCurrent(request, etag)) {
        this.#unchanged(visit, this.parts.rest.headersOf(etag));
        return;
      }
    }
    const make = async (): Promise<Answer | undefined> => this.parts.rest.answer(question, this.parts.scopeOf(visit.id, visit.allowance));
    this.#finish(visit, question.isFresh ? make() : this.#answers.make(url, make));
  }

  #ask(visit: Visit): void {
    const { request } = visit;
    const { graph } = this.parts;
    const type = graph.typeFor(request);
    if (type === undefined) {
      this.#handOn(visit);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      giveBody(request, bytes);
      // Texts that differ in one byte are different here, which is never wrong.
      const key = `${type}\0${bytes.toString('latin1')}`;
      const kept = this.#answers.peek(key);
      if (kept) {
        this.#send(visit, kept);
        return;
      }
      const { id } = visit;
      const make = async (): Promise<Answer | undefined> => graph.answer({ bytes, type }, this.parts.scopeOf(id, visit.allowance), this.parts.log.child({ requestId: id }));
      // Who asks for the latest waits for nobody who asked before him.
      this.#finish(visit, ASKS_FOR_LATEST.test(key) ? make() : this.#answers.make(key, make));
    });
  }

  #finish(visit: Visit, coming: Promise<Answer | undefined>): void {
    coming.then(
      (answer) => {
        if (answer) this.#send(visit, answer);
        else this.#handOn(visit);
      },
      (error: unknown) => {
        giveFailure(visit.request, error);
        this.#handOn(visit);
      },
    );
  }

  #send(visit: Visit, answer: Answer): void {
    const { request, response } = visit;
    const { etag, headers } = answer.facts;
    if (etag !== undefined && request.headers['if-none-match'] !== undefined && isKnown(request, etag)) {
      this.#unchanged(visit, headers);
      return;
    }
    const form = answer.form(encodingFor(request.headers['accept-encoding'] ?? 'identity')!);
    if (form instanceof Promise) form.then((made) => this.#write(visit, made), () => response.destroy());
    else this.#write(visit, form);
  }

  #unchanged(visit: Visit, headers: readonly string[]): void {
    this.#end(visit, 304, headers, undefined);
  }

  #write(visit: Visit, { headers, bytes }: Form): void {
    this.#end(visit, 200, headers, bytes);
  }

  #end({ request, response, id, allowance, started }: Visit, status: number, headers: readonly string[], bytes: Buffer | undefined): void {
    response.writeHead(status, [...headers, ...allowance.headers, 'X-Request-Id', id]).end(bytes);
    logAnswered(this.parts.log, request, id, status, Math.round(performance.now() - started));
  }
}

const isKnown = (request: IncomingMessage, etag: string): boolean => isCurrent(request, etag) || request.headers['if-none-match']?.trim() === '*';
