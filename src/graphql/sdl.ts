import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildGraph } from './schema.js';

const HEADING = '# Generated from the code by `npm run schema`. A test fails if this file is outdated.\n\n';

/** A schema in SDL, as stored in `schema.graphql` and served at `/schema.graphql`. */
export function graphSdl(schema = buildGraph()): string {
  return `${HEADING}${printSchema(lexicographicSortSchema(schema))}\n`;
}
