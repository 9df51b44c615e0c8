import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildGraph } from './schema.js';

const HEADING = '# Emitted from the code by `npm run schema`; a test fails where it differs.\n\n';

/** The graph in the schema definition language, as `schema.graphql` holds it. */
export function graphSdl(): string {
  return `${HEADING}${printSchema(lexicographicSortSchema(buildGraph()))}\n`;
}
