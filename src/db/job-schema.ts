import { PgBoss } from 'pg-boss';

/** Where the job queue's library keeps its tables. */
export const JOB_SCHEMA = 'jobs';

/** How that library runs statements. */
export interface JobRunner {
  executeSql(sql: string, parameters?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * The library's object for a database, which does nothing yet.
 * @param superviseIntervalSeconds how often it looks for jobs whose worker died; it does not look where this is left
 *   out
 */
export function jobLibrary(runner: JobRunner, embedded: boolean, superviseIntervalSeconds?: number): PgBoss {
  return new PgBoss({
    db: runner,
    backend: embedded ? 'pglite' : 'postgres',
    schema: JOB_SCHEMA,
    schedule: false,
    supervise: superviseIntervalSeconds !== undefined,
    ...(superviseIntervalSeconds === undefined
      ? {}
      : { superviseIntervalSeconds, monitorIntervalSeconds: superviseIntervalSeconds }),
    reindex: false,
    monitorVacuum: false,
  });
}

/** Makes the job queue's tables, or brings them up to the library's version. */
export async function installJobQueue(runner: JobRunner, embedded: boolean): Promise<void> {
  const library = jobLibrary(runner, embedded);
  await library.start();
  await library.stop({ graceful: false });
}
