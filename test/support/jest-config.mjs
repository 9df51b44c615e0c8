// Determines which test files run on which database, in `npm test` and `npm run test:all`.
import { postgresSource } from './postgres-server.mjs';

const ROOT = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
/** The path of the project's folder, escaped for a regular expression. */
const ROOT_PATTERN = ROOT.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const SHARED = './test/support/shared-modules.mjs';
/**
 * Packages that are loaded once per worker: the application and its tests exchange their objects, or they load
 * slowly.
 */
const SHARED_PACKAGES = '(?:@mikro-orm|ajv|ajv-formats|graphql|pino)/';

const common = {
  rootDir: ROOT,
  testEnvironment: './test/support/environment.mjs',
  testEnvironmentOptions: { globalsCleanup: 'off' },
  testRunner: './test/support/test-runner.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    [`^${ROOT_PATTERN}/(src|migrations)/.+\\.ts$`]: SHARED,
    'test/support/worker\\.mjs$': SHARED,
    [`/node_modules/${SHARED_PACKAGES}`]: SHARED,
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!${SHARED_PACKAGES})`],
};

/**
 * Suites that `npm run test:all` runs in addition to `npm test`: they kill processes and servers, use random input,
 * build another version, measure growth, or run long scenarios in a browser. `npm run test:faults` runs them longer.
 */
const FAULTS = [
  'test/cli/callback-crash',
  'test/cli/canaries',
  'test/cli/drain',
  'test/cli/new-field',
  'test/cli/publish-crash',
  'test/cli/write-storm',
  'test/db/crash',
  'test/db/dump',
  'test/db/memory',
  'test/db/outage',
  'test/faults/worst-case',
  'test/graphql/random-documents',
  'test/rest/hostile-clients',
  'test/unit/linear',
  'test/web/accessibility',
  'test/web/hostile',
  'test/web/moderation',
];

/**
 * Suites that need a server: they cut its connections, or measure latencies under load, which the embedded database
 * can't handle because it runs statements one after another in the process of the registry.
 */
const POSTGRES_ONLY = ['test/db/outage', 'test/db/crash', 'test/faults/worst-case'];

/**
 * Suites that do not depend on the kind of database: web pages and GraphQL clients. `npm test` runs them on PostgreSQL
 * if available, which takes less time; `npm run test:all` on the embedded database, where documents are compared
 * (differential.mjs).
 */
const ANY_DATABASE = ['test/web/', 'test/graphql/clients'];

/** Suites that depend on the database: on its locks, order, search, errors or jobs. */
const BOTH_DATABASES = [
  'test/db/freshness',
  'test/db/migrations',
  'test/db/transactions',
  'test/db/workers',
  'test/rest/01-list-nodes',
  'test/rest/02-search-nodes',
  'test/rest/changes',
  'test/rest/jobs',
];

const project = (displayName, folders, ignored) => ({
  ...common,
  displayName,
  testMatch: folders.map((folder) => `<rootDir>/${folder}*.test.ts`),
  testPathIgnorePatterns: ['/node_modules/', ...ignored.map((path) => `<rootDir>/${path}`)],
  globals: displayName === 'unit' ? {} : { DATABASE_KIND: displayName },
});

/** Limit of the processor time of a file in `npm test`, in seconds. Twice this limit applies in `test:all`. */
const MAX_CPU_SECONDS = 30;
/** The files that the limit applies to, by Jest project: those of `npm test`. The long form of a suite has no limit. */
const LIMITED = process.env.TEST_FAULTS
  ? {}
  : { unit: ['test/'], embedded: BOTH_DATABASES, postgres: ['test/'], exempt: FAULTS };

/**
 * @param scope `usual` leaves out the fault suites and runs only BOTH_DATABASES on the embedded database; `all` runs
 *   every file on every database that it applies to
 */
export function jestConfig(scope) {
  const hasPostgres = postgresSource() !== undefined;
  const ignored = scope === 'all' ? [] : FAULTS;
  const all = ['test/db/', 'test/rest/', 'test/graphql/', 'test/faults/', 'test/web/'];
  const onEmbedded = scope === 'all' || !hasPostgres ? all : BOTH_DATABASES;
  return {
    globalSetup: './test/support/global-setup.mjs',
    globalTeardown: './test/support/global-teardown.mjs',
    reporters: [
      'default',
      [
        './test/support/summary-reporter.mjs',
        { maxCpuSeconds: scope === 'all' ? 2 * MAX_CPU_SECONDS : MAX_CPU_SECONDS, limited: LIMITED },
      ],
    ],
    testSequencer: './test/support/sequencer.mjs',
    workerIdleMemoryLimit: '3GB',
    testTimeout: 120_000,
    projects: [
      project('unit', ['test/unit/', 'test/cli/'], ignored),
      project('embedded', onEmbedded, [...ignored, ...POSTGRES_ONLY]),
      ...(hasPostgres ? [project('postgres', all, scope === 'all' ? ANY_DATABASE : ignored)] : []),
    ],
  };
}
