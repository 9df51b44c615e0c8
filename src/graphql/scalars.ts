import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;

function toDate(value: unknown): Date {
  if (typeof value === 'string' && TIME.test(value)) {
    const date = new Date(value);
    if (!Number.isNaN(date.getTime())) return date;
  }
  throw new GraphQLError('DateTime takes a string such as "2026-01-31T12:00:00Z"', {
    extensions: { code: 'INVALID_INPUT' },
  });
}

/** A point in time. Records contain it as an ISO 8601 string in UTC, which is serialized unchanged. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A point in time in ISO 8601 format. Results are in UTC with milliseconds; inputs need a time zone.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  parseValue: toDate,
  parseLiteral: (node) => toDate(node.kind === Kind.STRING ? node.value : undefined),
});

export const JSONObject = GraphQLJSONObject;

/** Parses stored JSON. Returns the text itself if it is not JSON or is `null`, because a scalar must not be null. */
function fromStored(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return (JSON.parse(text) as unknown) ?? text;
  } catch {
    return text;
  }
}

/** A JSON value. Records contain it as a string, which is parsed only if the field is selected. */
export const JSONValue = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value. Numbers are double-precision, so that integers above 2^53 are rounded.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: fromStored,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => GraphQLJSON.parseLiteral(node, variables),
});

const NON_NEGATIVE = 'NonNegativeInt takes a whole number from 0 to 9007199254740991';

/** Converts a value to a whole number from 0 to 2^53 - 1. @throws GraphQLError for other values */
function toNonNegative(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new GraphQLError(NON_NEGATIVE, { extensions: { code: 'INVALID_INPUT' } });
}

/** A counter or a size in bytes, which may exceed the 32 bits of `Int`. */
export const NonNegativeInt = new GraphQLScalarType<number, number>({
  name: 'NonNegativeInt',
  description: 'A whole number from 0 to 2^53 - 1, for counters and sizes that may exceed the 32 bits of `Int`.',
  serialize: toNonNegative,
  parseValue: toNonNegative,
  parseLiteral: (node) => toNonNegative(node.kind === Kind.INT ? Number(node.value) : undefined),
});

/** A string scalar. Services check its format, so that REST and GraphQL report the same errors. */
function checkedString(name: string, description: string, specifiedByURL: string): GraphQLScalarType<string, string> {
  const toText = (value: unknown): string => {
    if (typeof value === 'string') return value;
    throw new GraphQLError(`${name} takes a string`, { extensions: { code: 'INVALID_INPUT' } });
  };
  return new GraphQLScalarType<string, string>({
    name,
    description,
    specifiedByURL,
    serialize: String,
    parseValue: toText,
    parseLiteral: (node) => toText(node.kind === Kind.STRING ? node.value : undefined),
  });
}

/** A URL. Stored values are serialized unchanged, because imported ones may be invalid. */
export const Url = checkedString(
  'URL',
  'A URL. Inputs must be absolute. Results are returned as stored: values of imported nodes may not be valid URLs.',
  'https://url.spec.whatwg.org/',
);

export const Day = checkedString(
  'Date',
  'A day in UTC in ISO 8601 format, such as 2026-01-31.',
  'https://scalars.graphql.org/andimarek/local-date.html',
);

/** A workflow. A separate type, because its size limits are larger than those of other values in queries. */
export const Workflow = new GraphQLScalarType<unknown, unknown>({
  name: 'Workflow',
  description: 'A workflow as a host application saves it, as a JSON object. Send it as a variable.',
  parseValue: (value) => value,
  serialize: (value) => value,
});
