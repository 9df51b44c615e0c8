import type { CodegenConfig } from '@graphql-codegen/cli';

/** Types of the pages' documents, from the schema that is committed. `npm run codegen` writes them. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: 'web/src/**/queries.ts',
  generates: {
    'web/src/graph/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        skipTypename: true,
        avoidOptionals: false,
        scalars: {
          Date: 'string',
          DateTime: 'string',
          JSON: 'unknown',
          JSONObject: 'Record<string, unknown>',
          NonNegativeInt: 'number',
          URL: 'string',
          Workflow: 'unknown',
        },
      },
    },
  },
};

export default config;
