// Says in the last lines of a run which databases it was on, and how they were dumped: what is missing here must never
// go unnoticed.
import { hasDumpTools, postgresSource } from './postgres-server.mjs';

export default class DatabasesReporter {
  onRunComplete(_contexts, results) {
    const source = postgresSource();
    const server = source
      ? `PostgreSQL ${process.env.TEST_POSTGRES_VERSION} (from ${source})`
      : 'NOT on PostgreSQL: no binaries for this machine, and TEST_DATABASE_URL is not set';
    const dump = hasDumpTools()
      ? 'with pg_dump and by statements'
      : 'by statements only: pg_dump is not on this machine, or older than the server';
    process.stderr.write(
      `\nDatabases: embedded, ${server}\nBackups of PostgreSQL: ${dump}\n${results.numPassedTests} passed, ${results.numFailedTests} failed\n`,
    );
  }
}
