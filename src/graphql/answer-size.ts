import {
  defaultFieldResolver,
  type FormattedExecutionResult,
  getNamedType,
  GraphQLError,
  type GraphQLFieldResolver,
  isLeafType,
} from 'graphql';
import { ANSWER_BYTES } from '../values/answer-bytes.js';
import type { GraphContext } from './context.js';

const TOO_LARGE = {
  message: `The response would be larger than ${ANSWER_BYTES} bytes. Select fewer fields or request smaller pages.`,
  extensions: { code: 'QUERY_TOO_COSTLY' },
};

const sizes = new WeakMap<GraphContext, number>();

/** Approximate size of a value as JSON, in bytes. Values of leaf types may be lists and objects, too. */
const bytesOf = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined
    ? 5
    : Buffer.byteLength(JSON.stringify(value));

/**
 * Resolves fields that have no resolver, and aborts the operation once its response gets too large. The cost limit
 * bounds the number of objects, but not the size of their fields.
 */
export const boundedFieldResolver: GraphQLFieldResolver<unknown, GraphContext> = (source, args, context, info) => {
  const value: unknown = defaultFieldResolver(source, args, context, info);
  const own = isLeafType(getNamedType(info.returnType)) ? bytesOf(value) : 2;
  const size = (sizes.get(context) ?? 0) + String(info.path.key).length + 3 + own;
  sizes.set(context, size);
  if (size > ANSWER_BYTES) throw new GraphQLError(TOO_LARGE.message, { extensions: TOO_LARGE.extensions });
  return value;
};

const isTooLarge = ({ errors }: FormattedExecutionResult): boolean =>
  errors?.some(({ message }) => message === TOO_LARGE.message) ?? false;

/**
 * The JSON of a response. If the response is too large, or was aborted for that reason, it has one error and no data.
 */
export function boundedJson(response: FormattedExecutionResult): string {
  const json = isTooLarge(response) ? undefined : `${JSON.stringify(response)}\n`;
  return json !== undefined && Buffer.byteLength(json) <= ANSWER_BYTES
    ? json
    : `${JSON.stringify({ data: null, errors: [TOO_LARGE] })}\n`;
}
