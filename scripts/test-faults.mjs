// Runs the tests that take long, each with its full number of rounds: `npm run test:faults [pattern …]`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const LONG = [
  'test/rest/authorization',
  'test/rest/idempotency',
  'test/db/exactness',
  'test/db/crash',
  'test/db/migrations',
  'test/cli/publish-crash',
  'test/cli/callback-crash',
  'test/db/races',
  'test/cli/drain',
  'test/unit/linear',
  'test/cli/write-storm',
  'test/rest/strings',
  'test/rest/model',
  'test/rest/fuzz',
  'test/cli/canaries',
  'test/faults/worst-case',
  'test/rest/hostile-clients',
];

const root = fileURLToPath(new URL('..', import.meta.url));
const patterns = process.argv.length > 2 ? process.argv.slice(2) : LONG;
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--config',
    'jest.all.config.mjs',
    '-w',
    '2',
    ...patterns,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_FAULTS: '1' },
  },
);
process.exit(status ?? 1);
