// Which test files run on which database, for `npm test` and for `npm run test:all`.
import { postgresSource } from './postgres-server.mjs';

const ROOT = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
/** The project's folder, as a regular expression. */
const ROOT_PATTERN = ROOT.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const SHARED = './test/support/shared-modules.mjs';
/** Packages whose objects the application and its tests exchange, or that take long to load. */
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
 * What `npm run test:all` runs in addition to `npm test`: suites that kill processes and servers, draw at random, build
 * another version, measure how work grows, or play long journeys in a browser. `npm run test:faults` runs them longer.
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
 * What only a server can do: lose its connections, or serve other callers in time while one account attacks. The
 * embedded database runs all statements one after another, in the process that answers.
 */
const POSTGRES_ONLY = ['test/db/outage', 'test/db/crash', 'test/faults/worst-case'];

/** What does not depend on the database: the pages, and clients of the graph. On the embedded one without a server. */
const ANY_DATABASE = ['test/web/', 'test/graphql/clients'];

/** What depends on the database's own behaviour: its locks, its order, its search, its errors, its jobs. */
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

/** Processor time that a file may take in `npm test`; twice that next to the fault suites of `test:all`. */
const MAX_CPU_SECONDS = 30;
/** The files that the limit applies to, by project: those of `npm test`. The long form of a suite has no limit. */
const LIMITED = process.env.TEST_FAULTS
  ? {}
  : { unit: ['test/'], embedded: BOTH_DATABASES, postgres: ['test/'], exempt: FAULTS };

/**
 * @param scope `usual` leaves out the fault suites and runs on the embedded database only what depends on the database;
 *   `all` runs every file on every database that it applies to
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
      project('embedded', onEmbedded, [...ignored, ...POSTGRES_ONLY, ...(hasPostgres ? ANY_DATABASE : [])]),
      ...(hasPostgres ? [project('postgres', all, ignored)] : []),
    ],
  };
}
