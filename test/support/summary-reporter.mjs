// Prints the last lines of a run: the slowest files, skipped tests with their reasons, the databases, and the counts.
import { relative } from 'node:path';
import { comparisons } from './differential.mjs';
import { hasDumpTools, postgresSource } from './postgres-server.mjs';

const SLOWEST = 10;

export default class SummaryReporter {
  /**
   * @param globalConfig Jest's configuration
   * @param options `maxCpuSeconds`: limit of the processor time of a file; `limited`: the paths that it applies to,
   *   by project, and `exempt` paths among them
   */
  constructor({ rootDir }, { maxCpuSeconds, limited }) {
    this.rootDir = rootDir;
    this.maxCpuSeconds = maxCpuSeconds;
    this.limited = limited;
    this.tooSlow = [];
    this.different = [];
  }

  onRunComplete(_contexts, results) {
    const files = results.testResults.map((file) => ({
      name: `${file.displayName?.name} ${relative(this.rootDir, file.testFilePath)}`,
      isLimited: this.isLimited(file.displayName?.name, relative(this.rootDir, file.testFilePath)),
      cpuSeconds: (file.perfStats.cpuMs ?? 0) / 1000,
      seconds: file.perfStats.runtime / 1000,
      skipped: file.testResults.filter(({ status }) => status === 'pending').map(({ fullName }) => fullName),
    }));
    this.tooSlow = files.filter(({ cpuSeconds, isLimited }) => isLimited && cpuSeconds > this.maxCpuSeconds);
    const { count, different } = comparisons();
    this.different = different;
    const lines = [
      ...slowest(files),
      ...files.flatMap(({ name, skipped }) => skipped.map((test) => `Skipped: ${name}: ${test}`)),
      ...this.tooSlow.map(({ name }) => `TOO SLOW: ${name} took over ${this.maxCpuSeconds} s of processor time.`),
      ...different.map((comparison) => `DIFFERENT from graphql-js: ${comparison}`),
      `Compiled answers compared with graphql-js: ${count}, of which ${different.length} differ`,
      ...databases(),
      `${results.numPassedTests} passed, ${results.numFailedTests + this.tooSlow.length + different.length} failed` +
        (results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : ''),
    ];
    process.stderr.write(`\n${lines.join('\n')}\n`);
  }

  isLimited(project, path) {
    const isIn = (paths = []) => paths.some((start) => path.startsWith(start));
    return isIn(this.limited[project]) && !isIn(this.limited.exempt);
  }

  /** If this returns an error, Jest fails the run. */
  getLastError() {
    if (this.different.length > 0) return new Error('Compiled answers differ from those of graphql-js; see above.');
    return this.tooSlow.length > 0 ? new Error('A test file takes too long; see above.') : undefined;
  }
}

function slowest(files) {
  const ordered = files.toSorted((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, SLOWEST);
  return [
    'The slowest files, in seconds of processor time and of wall time:',
    ...ordered.map(
      (file) => `${file.cpuSeconds.toFixed(1).padStart(6)} ${file.seconds.toFixed(1).padStart(6)}  ${file.name}`,
    ),
  ];
}

/** Returns the databases of the run and how they were dumped, so that missing ones are noticed. */
function databases() {
  const source = postgresSource();
  const server = source
    ? `PostgreSQL ${process.env.TEST_POSTGRES_VERSION} (from ${source})`
    : 'NOT on PostgreSQL: no binaries for this machine, and TEST_DATABASE_URL is not set';
  const dump = hasDumpTools()
    ? 'with pg_dump and by statements'
    : 'by statements only: pg_dump is not on this machine, or older than the server';
  return [`Databases: embedded, ${server}`, `Backups of PostgreSQL: ${dump}`];
}
