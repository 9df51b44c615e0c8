import type { PgBoss } from 'pg-boss';
import type { Database, SqlRunner } from '../db/database.js';
import { JOB_SCHEMA, jobLibrary } from '../db/job-schema.js';
import { safeError } from '../errors/safe-error.js';
import { assertCan } from '../policy/authorize.js';
import type { Viewer } from '../policy/viewer.js';
import type { Actor, Writer } from '../services/write.js';

/** The kinds of background jobs, and their data. */
export interface JobKinds {
  /** Checks an uploaded archive, and extracts its core-nodes. */
  'archive.check': { readonly versionId: string };
  /** The same, for an archive that exceeded the processor time of `archive.check`. */
  'archive.checkSlow': { readonly versionId: string };
  /** Polls the state of a video task that has a callback. */
  'video.follow': { readonly taskId: string };
  /** Calls the callback of a video task whose state changed. */
  'video.callback': { readonly id: string; readonly url: string; readonly body: string };
  /** Sends a webhook its next pending changes, in one message. */
  'webhook.deliver': { readonly webhookId: string };
  /** The same, for a webhook whose last delivery failed. */
  'webhook.retry': { readonly webhookId: string };
  /** Deletes expired data. */
  'retention.sweep': Record<string, never>;
}

/** The name of a kind of job. */
export type JobKind = keyof JobKinds;

/** Runs one job. A job that throws is retried, and becomes a dead letter after the last attempt. */
export type JobHandler<Kind extends JobKind> = (data: JobKinds[Kind]) => Promise<void>;

/** A dead letter: a job whose retries are exhausted. */
export interface DeadLetter {
  readonly id: string;
  readonly kind: JobKind;
  readonly data: object;
  readonly error: string;
  readonly failedAt: string;
}

/** How jobs of a kind are run and retried. */
interface Retries {
  readonly retryLimit: number;
  readonly retryDelay: number;
  readonly retryDelayMax: number;
  /** True if a job becomes a dead letter after its last failed attempt. */
  readonly hasDeadLetters: boolean;
  /** Number of jobs that one process runs concurrently. */
  readonly concurrency: number;
  /** True if at most one job with the same key waits and one runs. */
  readonly isKeyed?: boolean;
  /** True if a process runs at most one job of a group at a time, so that a group can't occupy all workers. */
  readonly isGrouped?: boolean;
}

const WEBHOOK = {
  retryLimit: 3,
  retryDelay: 2,
  retryDelayMax: 60,
  hasDeadLetters: false,
  isKeyed: true,
  isGrouped: true,
} as const;

const KINDS: { readonly [Kind in JobKind]: Retries } = {
  // After about 2, 4, 8, 16 and 32 seconds.
  'archive.check': {
    retryLimit: 5,
    retryDelay: 2,
    retryDelayMax: 600,
    hasDeadLetters: true,
    concurrency: 2,
    isGrouped: true,
  },
  'archive.checkSlow': { retryLimit: 5, retryDelay: 2, retryDelayMax: 600, hasDeadLetters: true, concurrency: 1 },
  'video.follow': { retryLimit: 20, retryDelay: 2, retryDelayMax: 600, hasDeadLetters: true, concurrency: 2 },
  // Retried over about a day. Does not become a dead letter, because the receiver causes the failure.
  'video.callback': { retryLimit: 21, retryDelay: 5, retryDelayMax: 7200, hasDeadLetters: false, concurrency: 8 },
  // These retries are for internal errors. If a receiver refuses a message, `WebhookJobs` schedules the retry.
  'webhook.deliver': { ...WEBHOOK, concurrency: 8 },
  'webhook.retry': { ...WEBHOOK, concurrency: 4 },
  // If a run fails, the next one, an hour later, deletes the remaining rows.
  'retention.sweep': {
    retryLimit: 2,
    retryDelay: 60,
    retryDelayMax: 600,
    hasDeadLetters: false,
    concurrency: 1,
    isKeyed: true,
  },
};

const ALL = Object.keys(KINDS) as JobKind[];
const WITH_DEAD_LETTERS = ALL.filter((kind) => KINDS[kind].hasDeadLetters);
const deadLetterQueueOf = (kind: JobKind): string => `${kind}.dead`;

/** Adapts the open transaction to the library. */
const transactionOf = (transaction: SqlRunner) => ({
  executeSql: async (sql: string, parameters?: unknown[]) => ({
    rows: await transaction.query<Record<string, unknown>>(sql, parameters),
  }),
});

/** Times after which a running job counts as lost and is retried. */
export interface JobTimes {
  /** Seconds without a heartbeat of the worker, which means that its process died. At least 10. */
  readonly heartbeatSeconds: number;
  /** Seconds since the job started. */
  readonly expirySeconds: number;
}

/** Options of a single job. */
export interface JobOptions {
  /** Seconds to wait before the job runs. */
  readonly after?: number;
  /** True if the job is not retried. */
  readonly once?: boolean;
  /** At most one job with the same key waits and one runs; further jobs are dropped. */
  readonly key?: string;
  /**
   * The account that the job belongs to. Accounts take turns: the more jobs of a group wait, the later a new one runs.
   */
  readonly group?: string;
}

/**
 * Fails a job with a safe form of the error, because the library stores all properties of the errors that it catches.
 */
function failJob(thrown: unknown): never {
  const { type, message, code, stack } = safeError(thrown);
  throw Object.assign(new Error(message), { name: type, stack, ...(code === undefined ? {} : { code }) });
}

/**
 * Background jobs in the same database. A job is enqueued in the transaction that needs it, so it is never lost, and
 * never runs for a write that was rolled back. A worker sends heartbeats; if they stop, another worker runs the job
 * again.
 */
export class JobQueue {
  readonly #library: PgBoss;
  readonly #workers = new Map<JobKind, string[]>();
  /** Kinds for which more workers are being started. */
  readonly #adding = new Map<JobKind, Promise<void>>();
  #isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly onError: (error: unknown) => void,
    private readonly handlers: { readonly [Kind in JobKind]: JobHandler<Kind> },
    private readonly times: JobTimes = { heartbeatSeconds: 10, expirySeconds: 300 },
  ) {
    const superviseSeconds = Math.max(1, Math.min(10, Math.floor(times.expirySeconds / 3)));
    this.#library = jobLibrary(database.jobRunner, database.isEmbedded, superviseSeconds);
    this.#library.on('error', onError);
  }

  /** Starts to process jobs. */
  async start(): Promise<void> {
    await this.#library.start();
    // Only this process uses the embedded database. Jobs that are active now belong to an earlier process, which has
    // ended.
    if (this.database.isEmbedded) await this.#recoverActive();
    for (const kind of ALL) {
      const { hasDeadLetters, isKeyed, concurrency: _concurrency, isGrouped: _isGrouped, ...retries } = KINDS[kind];
      if (hasDeadLetters) await this.#library.createQueue(deadLetterQueueOf(kind));
      const options = {
        ...retries,
        retryBackoff: true,
        expireInSeconds: this.times.expirySeconds,
        heartbeatSeconds: this.times.heartbeatSeconds,
        deleteAfterSeconds: 30 * 86_400,
        retentionSeconds: 30 * 86_400,
        ...(hasDeadLetters ? { deadLetter: deadLetterQueueOf(kind) } : {}),
      };
      await this.#library.createQueue(kind, { ...options, ...(isKeyed ? { policy: 'stately' } : {}) });
      // `createQueue` does not change an existing queue.
      await this.#library.updateQueue(kind, options);
      await this.#work(kind);
    }
  }

  async #recoverActive(): Promise<void> {
    // Jobs with keys are deleted instead of retried, because another job with the same key may already wait. They are
    // enqueued again anyway.
    await this.database.jobRunner.executeSql(
      `delete from ${JOB_SCHEMA}.job where state = 'active' and name = any($1::text[])`,
      [ALL.filter((kind) => KINDS[kind].isKeyed)],
    );
    await this.database.jobRunner.executeSql(
      `update ${JOB_SCHEMA}.job set state = 'retry', start_after = now() where state = 'active'`,
    );
  }

  /** Enqueues a job in an open transaction: it runs if, and only if, the transaction commits. */
  async send<Kind extends JobKind>(
    transaction: SqlRunner,
    kind: Kind,
    data: JobKinds[Kind],
    { after, once, key, group }: JobOptions = {},
  ): Promise<void> {
    await this.#library.send(kind, data, {
      db: transactionOf(transaction),
      ...(after === undefined ? {} : { startAfter: after }),
      ...(once ? { retryLimit: 0 } : {}),
      ...(key === undefined ? {} : { singletonKey: key }),
      ...(group === undefined
        ? {}
        : { group: { id: group }, priority: -(await this.#waitingOf(transaction, kind, group)) }),
    });
  }

  /** Counts the unfinished jobs of a group. */
  async #waitingOf(transaction: SqlRunner, kind: JobKind, group: string): Promise<number> {
    const [found] = await transaction.query<{ count: number }>(
      `select count(*)::int as count from ${JOB_SCHEMA}.job where name = $1 and group_id = $2 and state in ('created', 'retry', 'active')`,
      [kind, group],
    );
    return found!.count;
  }

  /** Makes the workers of a kind poll at once. Call it after the commit that enqueued a job. */
  wake(kind: JobKind): void {
    for (const worker of this.#workers.get(kind) ?? []) this.#library.notifyWorker(worker);
  }

  /**
   * Lists the dead letters, oldest first. Requires the admin role.
   * @throws FORBIDDEN
   */
  async deadLetters(viewer: Viewer): Promise<DeadLetter[]> {
    assertCan(viewer, 'job.manage', undefined);
    const found: DeadLetter[] = [];
    for (const kind of WITH_DEAD_LETTERS) {
      for (const job of await this.#library.findJobs<object>(deadLetterQueueOf(kind), { queued: true })) {
        const [failed] = job.sourceId === null ? [] : await this.#library.findJobs(kind, { id: job.sourceId });
        const { message } = (failed?.output ?? {}) as { message?: unknown };
        found.push({
          id: job.id,
          kind,
          data: job.data,
          error: typeof message === 'string' ? message.slice(0, 2000) : 'The error is no longer stored.',
          failedAt: new Date(job.createdOn).toISOString(),
        });
      }
    }
    return found.sort((a, b) => (a.failedAt < b.failedAt ? -1 : 1));
  }

  /**
   * Retries all dead letters, and audits it in the same transaction. Requires the admin role.
   * @returns the number of retried jobs
   * @throws FORBIDDEN
   */
  async replay(actor: Actor, writer: Writer): Promise<number> {
    // Makes the library read and cache the queues, so that it need not read them inside the transaction.
    await this.deadLetters(actor.viewer);
    const replayed = await writer.run(actor, async (write) => {
      const counts = new Map<JobKind, number>();
      for (const kind of WITH_DEAD_LETTERS)
        counts.set(kind, await this.#library.redrive(deadLetterQueueOf(kind), { db: transactionOf(write) }));
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
      if (total > 0)
        write.audit({ action: 'job.replay', subjectKind: 'job', subjectId: 'dead', after: Object.fromEntries(counts) });
      return total;
    });
    for (const kind of WITH_DEAD_LETTERS) this.wake(kind);
    return replayed;
  }

  /** Counts unfinished jobs by kind and state. Dead letters have the state `failed`. */
  async counts(): Promise<{ queue: string; state: string; count: number }[]> {
    const { rows } = await this.database.jobRunner.executeSql(
      `select name, case when name = any($1::text[]) then 'failed' when state = 'active' then 'active' else 'waiting' end as state, count(*)::int as count
       from ${JOB_SCHEMA}.job where state in ('created', 'retry', 'active') group by 1, 2`,
      [WITH_DEAD_LETTERS.map(deadLetterQueueOf)],
    );
    return rows.map((row) => ({
      queue: String(row['name']).replace(/^dead\./, ''),
      state: String(row['state']),
      count: Number(row['count']),
    }));
  }

  /** Stops taking jobs. Running jobs continue, and jobs can still be enqueued. */
  async rest(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#adding.values());
    await Promise.all(ALL.map((kind) => this.#library.offWork(kind, { wait: false })));
  }

  /** Stops taking jobs and waits for the running ones. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#adding.values());
    await this.#library.stop({ graceful: true, timeout: 10_000 });
  }

  /**
   * Starts one worker for a kind of job. The first job starts the other workers. They are not started here, because
   * each worker begins with a poll on its own connection.
   */
  async #work(kind: JobKind): Promise<void> {
    this.#workers.set(kind, []);
    await this.#add(kind, 1);
  }

  async #add<Kind extends JobKind>(kind: Kind, pollingIntervalSeconds: number): Promise<void> {
    const workers = this.#workers.get(kind)!;
    const { isGrouped } = KINDS[kind];
    const worker = await this.#library.work<JobKinds[Kind]>(
      kind,
      {
        pollingIntervalSeconds,
        batchSize: 1,
        ...(isGrouped ? { localGroupConcurrency: 1 } : {}),
      },
      async ([job]) => {
        if (workers.length > 1) this.wake(kind);
        else this.#addOthers(kind);
        await this.handlers[kind](job!.data).catch(failJob);
        // Polls again at once, because more jobs may wait.
        setImmediate(() => this.wake(kind));
      },
    );
    workers.push(worker);
  }

  #addOthers(kind: JobKind): void {
    if (this.#adding.has(kind)) return;
    const add = async (): Promise<void> => {
      for (let count = 1; count < KINDS[kind].concurrency && !this.#isStopping; count++) await this.#add(kind, 60);
    };
    this.#adding.set(
      kind,
      add()
        .catch(this.onError)
        .finally(() => this.#adding.delete(kind)),
    );
  }
}
