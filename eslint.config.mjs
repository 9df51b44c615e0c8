import js from '@eslint/js';
import graphql from '@graphql-eslint/eslint-plugin';
import ts from 'typescript-eslint';

const NAMED = { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' };

/** Rules that read programs only, and fail on the schema; its lines are as long as their descriptions. */
const SCRIPT_RULES = ['@typescript-eslint/consistent-type-imports', '@typescript-eslint/no-unused-vars', 'max-len'];

/** Types without an id: values that belong to the object that contains them (docs/graphql.md). */
const PARTS = {
  suffixes: ['Connection', 'Edge', 'Page', 'PageInfo', 'Slice'],
  types: [
    ...['AddedPublisherMember', 'AdminToken', 'Change', 'CoreNodeProvider', 'DailyDownloads', 'DecisionResult'],
    ...[
      'Finding',
      'FindingCounts',
      'NodeTranslation',
      'PublishedNodeVersion',
      'PublisherIdAvailability',
      'SourceExcerpt',
    ],
    ...['PublisherTrust', 'VideoCreation'],
    // The plan for a workflow.
    ...['MissingName', 'NameSuggestion', 'Plan', 'PlanAlternative', 'PlanConflict', 'PlanInstall', 'PlanRequirement'],
    ...['PlanWarning', 'PlannedNode', 'UnjudgedRequirement'],
  ],
};

/** The plugin's recommended rules for schemas, except where the graph has the names and values of REST. */
function schemaRules() {
  const rules = graphql.configs['flat/schema-recommended'].rules;
  const [severity, { EnumValueDefinition: _upperCase, ...naming }] = rules['@graphql-eslint/naming-convention'];
  return {
    ...Object.fromEntries(SCRIPT_RULES.map((name) => [name, 'off'])),
    ...rules,
    // Enum values are those of REST.
    '@graphql-eslint/naming-convention': [severity, naming],
    // `CoreNode.coreNodeName` and `Change.change` are names of REST.
    '@graphql-eslint/no-typename-prefix': 'off',
    '@graphql-eslint/strict-id-in-types': [
      'error',
      { acceptedIdTypes: ['ID'], acceptedIdNames: ['id'], exceptions: PARTS },
    ],
  };
}

export default ts.config(
  { ignores: ['dist/', 'dist.*/', 'node_modules/', 'data/', 'coverage/', 'web/src/graph/'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        URLSearchParams: 'readonly',
        Blob: 'readonly',
        performance: 'readonly',
      },
    },
    rules: {
      eqeqeq: 'error',
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
      ],
      'no-console': 'error',
      'no-restricted-syntax': ['error', NAMED],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/settings.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/settings.ts reads the environment.' },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/policy/**', 'src/auth/**', 'src/rest/handle.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        NAMED,
        {
          selector:
            ':matches(MemberExpression[object.name="viewer"], MemberExpression[object.property.name="viewer"])[property.name=/^(kind|isAdmin|isApproved|publisherId)$/]',
          message: 'What a viewer may is for src/policy to say: ask it for an action. Whose something is: userIdOf().',
        },
        {
          selector: 'ImportSpecifier[imported.name="isAdmin"]',
          message: 'What a viewer may is for src/policy to say: ask it for an action.',
        },
      ],
    },
  },
  {
    files: ['src/graphql/**/*.ts'],
    // Decorators look at classes while the program runs, so an import of one must stay an import.
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'document',
          'window',
          'location',
          'history',
          'navigator',
          'scrollY',
          'addEventListener',
          'removeEventListener',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  // Tools of the build take their configuration as the default export.
  { files: ['web/*.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['schema.graphql'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: './schema.graphql' } } },
    plugins: { '@graphql-eslint': graphql },
    rules: schemaRules(),
  },
  { files: ['**/*.mjs'], rules: { 'no-restricted-syntax': 'off', 'no-console': 'off' } },
);
