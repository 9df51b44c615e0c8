import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildGraph } from './schema.js';

const HEADING = '# Generated from the code by `npm run schema`. A test fails if this file is outdated.\n\n';

/** The schema in SDL, as stored in `schema.graphql`. */
export function graphSdl(): string {
  return `${HEADING}${printSchema(lexicographicSortSchema(buildGraph()))}\n`;
}
