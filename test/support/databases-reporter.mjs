// Says in the last lines of a run which databases it was on: a missing PostgreSQL must never go unnoticed.
import { postgresSource } from './postgres-server.mjs';

export default class DatabasesReporter {
  onRunComplete(_contexts, results) {
    const source = postgresSource();
    const server = source ? `PostgreSQL ${process.env.TEST_POSTGRES_VERSION} (from ${source})` : 'NOT on PostgreSQL: no binaries for this machine, and TEST_DATABASE_URL is not set';
    process.stderr.write(`\nDatabases: embedded, ${server}\n${results.numPassedTests} passed, ${results.numFailedTests} failed\n`);
  }
}
