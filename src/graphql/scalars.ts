import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLJSONObject } from 'graphql-scalars';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;

function toDate(value: unknown): Date {
  if (typeof value === 'string' && TIME.test(value)) {
    const date = new Date(value);
    if (!Number.isNaN(date.getTime())) return date;
  }
  throw new GraphQLError('DateTime takes a text such as "2026-01-31T12:00:00Z"', {
    extensions: { code: 'INVALID_INPUT' },
  });
}

/** A point in time. Records hold it as ISO 8601 in UTC already, so that answering costs nothing. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A point in time: ISO 8601, answered in UTC with milliseconds.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  parseValue: toDate,
  parseLiteral: (node) => toDate(node.kind === Kind.STRING ? node.value : undefined),
});

/** An object of any form. */
export const JSONObject = GraphQLJSONObject;
