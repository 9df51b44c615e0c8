import js from '@eslint/js';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist/', 'dist.*/', 'node_modules/', 'data/', 'coverage/'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly', Buffer: 'readonly', fetch: 'readonly', setTimeout: 'readonly', clearTimeout: 'readonly', setInterval: 'readonly', URLSearchParams: 'readonly', performance: 'readonly' } },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/settings.ts'],
    rules: { 'no-restricted-properties': ['error', { object: 'process', property: 'env', message: 'Only src/settings.ts reads the environment.' }] },
  },
  {
    files: ['src/graphql/**/*.ts'],
    // Decorators look at classes while the program runs, so an import of one must stay an import.
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  { files: ['**/*.mjs'], rules: { 'no-restricted-syntax': 'off', 'no-console': 'off' } },
);
