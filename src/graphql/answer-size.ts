import { defaultFieldResolver, GraphQLError, type GraphQLFieldResolver } from 'graphql';
import type { GraphContext } from './context.js';

const CHARACTERS_MAX = 10_000_000;

const sizes = new WeakMap<GraphContext, number>();

/**
 * Reads a field without a resolver, and aborts the operation if its response gets too long. The cost limit bounds the
 * number of objects, but not the length of their strings.
 */
export const boundedFieldResolver: GraphQLFieldResolver<unknown, GraphContext> = (source, args, context, info) => {
  const value: unknown = defaultFieldResolver(source, args, context, info);
  const size =
    (sizes.get(context) ?? 0) + String(info.path.key).length + (typeof value === 'string' ? value.length : 8);
  sizes.set(context, size);
  if (size > CHARACTERS_MAX)
    throw new GraphQLError(
      `The response would be longer than ${CHARACTERS_MAX} characters. Select fewer fields or request smaller pages.`,
      { extensions: { code: 'QUERY_TOO_COSTLY' } },
    );
  return value;
};
