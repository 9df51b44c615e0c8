import { execute, type GraphQLSchema, parse } from 'graphql';
import type { ReadSet } from '../catalogue/read-set.js';
import { memoize } from '../values/memoize.js';
import type { CompiledGraph } from './compiled-graph.js';
import type { GraphContext } from './context.js';
import { formatError, isUnexpected } from './errors.js';

/** A GraphQL response for callers in this process. */
export interface OwnResponse {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[];
  /** The dependencies of the data, if they were tracked. */
  readonly reads?: ReadSet | undefined;
}

/**
 * Returns a function that executes GraphQL documents of the registry's own pages, compiled if possible. The documents
 * are trusted, so their cost and size are not limited.
 */
export function ownDocuments(schema: GraphQLSchema, graph: CompiledGraph) {
  const parsed = memoize((query: string) => parse(query));
  return async (query: string, variables: Record<string, unknown>, context: GraphContext): Promise<OwnResponse> => {
    const compiled = await graph.answer({ query, operationName: undefined, variables }, context);
    if (compiled) {
      const text = typeof compiled.json === 'string' ? compiled.json : compiled.json.bytes().toString();
      const { data } = JSON.parse(text) as { data: unknown };
      return { data, reads: compiled.isCacheable ? compiled.reads : undefined };
    }
    const { data, errors } = await execute({
      schema,
      document: parsed(query),
      variableValues: variables,
      contextValue: context,
    });
    for (const error of errors ?? [])
      if (isUnexpected(error)) context.log.error({ err: error }, 'unexpected error in a GraphQL document of a page');
    return { data, ...(errors && { errors: errors.map((error) => formatError(error.toJSON(), error)) }) };
  };
}
