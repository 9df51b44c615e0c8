import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLJSONObject } from 'graphql-scalars';

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

/** A JSON object of any shape. */
export const JSONObject = GraphQLJSONObject;

/** A workflow. A type of its own, because its bounds are larger than those of other values in queries. */
export const Workflow = new GraphQLScalarType<unknown, unknown>({
  name: 'Workflow',
  description: 'A workflow as a host application saves it, as a JSON object. Send it as a variable.',
  parseValue: (value) => value,
  serialize: (value) => value,
});
