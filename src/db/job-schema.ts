import { PgBoss } from 'pg-boss';

/** The database schema of the job queue's tables. */
export const JOB_SCHEMA = 'jobs';

/** Runs statements for pg-boss, the library of the job queue. */
export interface JobRunner {
  executeSql(sql: string, parameters?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * Creates a pg-boss instance without starting it.
 * @param superviseIntervalSeconds interval at which it looks for jobs whose worker died; never if absent
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

/** Creates the job queue's tables, or migrates them to the installed version of pg-boss. */
export async function installJobQueue(runner: JobRunner, embedded: boolean): Promise<void> {
  const library = jobLibrary(runner, embedded);
  await library.start();
  await library.stop({ graceful: false });
}
