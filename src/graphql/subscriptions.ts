import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createSourceEventStream,
  type DocumentNode,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql';
import { createHandler } from 'graphql-sse';
import { AppError, invalidInput } from '../errors/app-error.js';
import { limitedName } from '../policy/viewer.js';
import { BoundedCache } from '../values/bounded-cache.js';
import { charge } from './charge.js';
import type { GraphQuestion } from './compiled-graph.js';
import type { GraphContext, StreamEvent } from './context.js';
import { boundedCost } from './cost.js';
import { MAX_TOKENS } from './document-limits.js';
import { formatError, isUnexpected } from './errors.js';
import { OpenStream } from './event-stream.js';
import { assertAcceptable } from './plugins.js';

export interface SubscriptionParts {
  readonly schema: GraphQLSchema;
  readonly maxCost: number;
  /** Creates a context for a request. Each event gets a new one, as if it were a separate request. */
  readonly contextOf: (request: IncomingMessage) => GraphContext;
}

/** A request with its parsed body. */
interface SubscriptionRequest extends IncomingMessage {
  readonly body?: unknown;
  readonly originalUrl?: string;
}

/**
 * The arguments of a checked subscription. It has the request instead of a `GraphContext`, so that the loaders and the
 * viewer of the first request are not retained.
 */
type CheckedSubscription = ExecutionArgs & {
  readonly contextValue: OpenStream;
  readonly rootValue: SubscriptionRequest;
};

/** Memory limit for parsed documents, and their estimated size per character. Subscribers send few different ones. */
const BYTES_MAX = 16 * 1024 * 1024;
const BYTES_PER_CHARACTER = 250;

/** Sends subscriptions as server-sent events. */
export class Subscriptions {
  readonly #handle = createHandler<SubscriptionRequest, OpenStream, never>({
    // Each subscription has a separate connection, so nothing is stored between requests.
    authenticate: () => null,
    onSubscribe: async ({ raw, context }, { query, operationName, variables }) =>
      (await this.#check(raw, context, { query, operationName, variables: variables ?? {} })) as never,
    subscribe: (args) => this.#subscribe(args as unknown as CheckedSubscription) as never,
    validate: () => [],
  });
  readonly documents = new BoundedCache<string, DocumentNode>({
    maxBytes: BYTES_MAX,
    sizeOf: (_document, query) => query.length * BYTES_PER_CHARACTER,
  });
  /** Results by event, and by document, operation and variables, for all subscribers that share the event object. */
  readonly #results = new WeakMap<object, Map<string, Promise<ExecutionResult>>>();

  constructor(private readonly parts: SubscriptionParts) {}

  /** Responds to a request with an event stream, or with an error if the subscription can't start. */
  async serve(request: SubscriptionRequest, response: ServerResponse): Promise<void> {
    try {
      await this.#open(request, response);
    } catch (thrown) {
      const context = this.parts.contextOf(request);
      if (response.headersSent) {
        context.log.error({ err: thrown }, 'A subscription failed.');
        response.destroy();
        return;
      }
      const { status, body, headers } = refusalOf(thrown, context);
      response.writeHead(status, headers).end(JSON.stringify(body));
    }
  }

  async #open(request: SubscriptionRequest, response: ServerResponse): Promise<void> {
    const close = await this.#enter(request, response);
    try {
      const { 'last-event-id': lastEventId } = request.headers;
      const stream = new OpenStream(typeof lastEventId === 'string' && lastEventId ? lastEventId : undefined, response);
      const [body, init] = await this.#handle({
        method: request.method ?? '',
        url: request.originalUrl ?? '',
        headers: { get: (name) => (name === 'accept' ? 'text/event-stream' : request.headers[name]?.toString()) },
        body: (request.body ?? null) as Record<string, unknown> | null,
        raw: request,
        context: stream,
      });
      if (body !== null && typeof body !== 'string') await stream.send(body);
      else response.writeHead(init.status, { 'Content-Type': 'application/json; charset=utf-8' }).end(body ?? '');
    } finally {
      close();
    }
  }

  /** Counts the stream against the limit of its caller. @returns a function to call at the end of the stream */
  async #enter(request: SubscriptionRequest, response: ServerResponse): Promise<() => void> {
    const { scope } = this.parts.contextOf(request);
    const caller = limitedName(await scope.reader()) ?? `address:${scope.network}`;
    const close = scope.services.eventStreams.open(caller, () => response.end());
    response.once('close', close);
    return close;
  }

  /** Checks and charges a subscription before it starts. */
  async #check(request: SubscriptionRequest, stream: OpenStream, asked: GraphQuestion): Promise<CheckedSubscription> {
    const { schema, maxCost, contextOf } = this.parts;
    const { query, operationName, variables } = asked;
    const document = this.#documentOf(query);
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
      throw invalidInput([
        'query: must be a subscription, because the request accepts text/event-stream; send other operations with Accept: application/json',
      ]);
    assertAcceptable(document, operation, variables);
    const { scope } = contextOf(request);
    await charge(scope, operation, boundedCost(schema, document, operation, variables, maxCost));
    const args = { schema, document, operationName: operationName ?? null, variableValues: variables };
    return { ...args, contextValue: stream, rootValue: request };
  }

  /** Parses and validates a document. Subscribers with the same document share the result. */
  #documentOf(query: unknown): DocumentNode {
    if (typeof query !== 'string') throw invalidInput(['query: is missing']);
    return this.documents.getOrAdd(query, () => {
      const document = parsed(query);
      const [fault] = validate(this.parts.schema, document, undefined, { maxErrors: 1 });
      if (fault) throw withCode(fault, 'GRAPHQL_VALIDATION_FAILED');
      return document;
    });
  }

  async #subscribe(checked: CheckedSubscription): Promise<AsyncGenerator<ExecutionResult>> {
    const { rootValue: request, contextValue: stream, ...args } = checked;
    const contextValue: GraphContext = { ...this.parts.contextOf(request), stream };
    const events = await createSourceEventStream({ ...args, contextValue });
    if (!(Symbol.asyncIterator in events)) throw events.errors![0]!;
    return this.#answers(checked, events as AsyncIterable<StreamEvent>);
  }

  async *#answers(checked: CheckedSubscription, events: AsyncIterable<StreamEvent>): AsyncGenerator<ExecutionResult> {
    const { document, operationName, variableValues } = checked;
    const key = JSON.stringify([document.loc?.source.body, operationName, variableValues]);
    for await (const event of events) {
      // Subscribers share an event object only if its data is public, so that they may share the result, too.
      const results = this.#results.get(event) ?? new Map<string, Promise<ExecutionResult>>();
      this.#results.set(event, results);
      const result = results.get(key) ?? this.#execute(checked, event);
      results.set(key, result);
      const answer = await result;
      checked.contextValue.cursors.push(event.next);
      yield answer;
    }
  }

  async #execute(
    { rootValue: request, ...checked }: CheckedSubscription,
    event: StreamEvent,
  ): Promise<ExecutionResult> {
    const contextValue = this.parts.contextOf(request);
    const { data, errors } = await execute({ ...checked, rootValue: event, contextValue });
    for (const error of errors ?? []) if (isUnexpected(error)) logFault(error, contextValue);
    const formatted = errors?.map((error) => formatError(error.toJSON(), error));
    return { data, ...(formatted && { errors: formatted }) } as unknown as ExecutionResult;
  }
}

const logFault = (error: GraphQLError, { log }: GraphContext): void =>
  log.error({ err: error.originalError ?? error, path: error.path }, 'unexpected error in a resolver');

const withCode = ({ message, nodes, source, positions, path }: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(message, { nodes, source, positions, path, extensions: { code } });

function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: MAX_TOKENS });
  } catch (error) {
    throw error instanceof GraphQLError ? withCode(error, 'GRAPHQL_PARSE_FAILED') : error;
  }
}

/** The error response to a request whose subscription can't start. */
function refusalOf(
  thrown: unknown,
  { log }: GraphContext,
): { readonly status: number; readonly body: object; readonly headers: Record<string, string> } {
  const original = thrown instanceof GraphQLError ? (thrown.originalError ?? thrown) : thrown;
  if (isUnexpected(original)) log.error({ err: original }, 'unexpected error in a subscription');
  const error = thrown instanceof GraphQLError ? thrown : new GraphQLError('', { originalError: thrown as Error });
  const [status, retryAfter] =
    original instanceof AppError
      ? [original.status, original.retryAfter]
      : [original instanceof GraphQLError ? 400 : 500, undefined];
  return {
    status,
    body: { errors: [formatError(error.toJSON(), original)] },
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    },
  };
}
