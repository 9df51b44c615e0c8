import { PgBoss } from 'pg-boss';

/** The schema of the job queue's tables. */
export const JOB_SCHEMA = 'jobs';

/** Runs statements for the job queue's library. */
export interface JobRunner {
  executeSql(sql: string, parameters?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * Creates the library's object for a database, which is not started yet.
 * @param superviseIntervalSeconds how often it checks for jobs whose worker died; never if omitted
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

/** Creates the job queue's tables, or migrates them to the library's version. */
export async function installJobQueue(runner: JobRunner, embedded: boolean): Promise<void> {
  const library = jobLibrary(runner, embedded);
  await library.start();
  await library.stop({ graceful: false });
}
