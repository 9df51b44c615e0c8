import { defaultFieldResolver, GraphQLError, type GraphQLFieldResolver } from 'graphql';
import type { GraphContext } from './context.js';

const CHARACTERS_MAX = 10_000_000;

const sizes = new WeakMap<GraphContext, number>();

/**
 * Reads a plain field, and ends an operation whose answer grows without measure: its cost bounds how many objects there
 * are, but not how long the texts in them.
 */
export const boundedFieldResolver: GraphQLFieldResolver<unknown, GraphContext> = (source, args, context, info) => {
  const value: unknown = defaultFieldResolver(source, args, context, info);
  const size =
    (sizes.get(context) ?? 0) + String(info.path.key).length + (typeof value === 'string' ? value.length : 8);
  sizes.set(context, size);
  if (size > CHARACTERS_MAX)
    throw new GraphQLError(
      `The answer would be longer than ${CHARACTERS_MAX} characters: ask for fewer or shorter fields.`,
      { extensions: { code: 'QUERY_TOO_COSTLY' } },
    );
  return value;
};
