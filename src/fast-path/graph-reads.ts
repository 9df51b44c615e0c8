import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import type { CompiledGraph, GraphQuestion } from '../graphql/compiled-graph.js';
import { parseBody } from '../graphql/document-limits.js';
import type { Documents } from '../graphql/documents.js';
import { memoize } from '../values/memoize.js';
import type { GraphContext } from '../graphql/context.js';
import { Answer } from './answer.js';

/** Size in bytes above which the framework handles a request body. */
export const BODY_MAX = 65_536;
const TYPES = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'];

/** Returns the media type of the response for an Accept header; the framework serves other types (multipart, HTML). */
const typeOf = memoize((accept) =>
  /multipart|text\/html/i.test(accept) ? undefined : new Negotiator({ headers: { accept } }).mediaType(TYPES),
);

/** The document of a request, given as text or only by the hash of a persisted document. */
function queryOf(query: unknown, extensions: unknown, documents: Documents): string | undefined {
  if (extensions === undefined) return typeof query === 'string' ? query : undefined;
  const { persistedQuery, ...others } = (extensions ?? {}) as {
    persistedQuery?: { version?: unknown; sha256Hash?: unknown };
  };
  const isHash =
    query === undefined &&
    persistedQuery?.version === 1 &&
    typeof persistedQuery.sha256Hash === 'string' &&
    Object.keys(others).length === 0;
  return isHash ? documents.byHash(persistedQuery.sha256Hash as string) : undefined;
}

function parsed(bytes: Buffer, documents: Documents): GraphQuestion | undefined {
  let body: unknown;
  try {
    body = parseBody(bytes);
  } catch {
    return undefined;
  }
  if (typeof body !== 'object' || body === null) return undefined;
  const { query: sent, extensions, variables = null, operationName = null, ...rest } = body as Record<string, unknown>;
  const query = queryOf(sent, extensions, documents);
  if (
    query === undefined ||
    !documents.isAllowed(query) ||
    Object.keys(rest).length > 0 ||
    (operationName !== null && typeof operationName !== 'string')
  )
    return undefined;
  if (variables !== null && (typeof variables !== 'object' || Array.isArray(variables))) return undefined;
  return { query, operationName: operationName ?? undefined, variables: (variables ?? {}) as Record<string, unknown> };
}

/** Answers public GraphQL queries without the framework. */
export class GraphReads {
  constructor(
    private readonly graph: CompiledGraph,
    private readonly documents: Documents,
    private readonly headers: readonly string[],
  ) {}

  /** The media type of the answer; `undefined` if the framework must answer the request. */
  typeFor({ url, headers }: IncomingMessage): string | undefined {
    const length = Number(headers['content-length']);
    const isPlain =
      url === '/graphql' &&
      length > 0 &&
      length <= BODY_MAX &&
      headers['content-encoding'] === undefined &&
      /^application\/json(?:; ?charset=utf-8)?$/i.test(headers['content-type'] ?? '');
    return isPlain ? typeOf(headers.accept ?? '*/*') : undefined;
  }

  /**
   * The answer to a request body; `undefined` if Apollo must execute the operation.
   * @param type the media type of the answer
   */
  async answer(body: Buffer, type: string, context: GraphContext): Promise<Answer | undefined> {
    const question = parsed(body, this.documents);
    if (!question) return undefined;
    const answer = await this.graph.answer(question, context);
    if (!answer) return undefined;
    const { json, operation = '', isCacheable, reads } = answer;
    const { headers } = this;
    return new Answer(json, { route: '/graphql', operation, type, isKept: isCacheable, reads, headers });
  }
}
