import { postgresSource } from './test/support/postgres-server.mjs';

const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, useDefineForClassFields: false },
          target: 'es2024',
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  setupFiles: ['reflect-metadata'],
};

/** What only a server can do: lose its connections. */
const OF_SERVERS = ['<rootDir>/test/db/outage', '<rootDir>/test/db/crash'];

const onDatabase = (kind) => ({
  ...common,
  displayName: kind,
  testMatch: ['<rootDir>/test/{db,rest,graphql}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(kind === 'embedded' ? OF_SERVERS : [])],
  globals: { DATABASE_KIND: kind },
});

/** Every test that needs a database runs on both; a run without a PostgreSQL server says so in its last lines. */
export default {
  globalSetup: './test/support/global-setup.mjs',
  globalTeardown: './test/support/global-teardown.mjs',
  reporters: ['default', './test/support/databases-reporter.mjs'],
  testSequencer: './test/support/sequencer.mjs',
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/test/{unit,cli}/**/*.test.ts'] },
    onDatabase('embedded'),
    ...(postgresSource() ? [onDatabase('postgres')] : []),
  ],
};
