import type { PgBoss } from 'pg-boss';
import type { Database, SqlRunner } from '../db/database.js';
import { JOB_SCHEMA, jobLibrary } from '../db/job-schema.js';
import { assertCan } from '../policy/authorize.js';
import type { Viewer } from '../policy/viewer.js';

/** What is done in the background, and what each kind is told. */
export interface JobKinds {
  /** An archive came: check it, and read what it provides. */
  'archive.check': { readonly versionId: string };
  /** A video task has a callback: see how far it is. */
  'video.follow': { readonly taskId: string };
  /** The state of a video task changed: tell whoever wanted to be told. */
  'video.callback': { readonly id: string; readonly url: string; readonly body: string };
  /** The catalogue changed: tell a webhook what it has not taken yet. */
  'webhook.deliver': { readonly webhookId: string };
}

/** The name of a kind of job. */
export type JobKind = keyof JobKinds;

/** Does one job. What it throws is tried again later, and after the last time kept as dead. */
export type JobHandler<Kind extends JobKind> = (data: JobKinds[Kind]) => Promise<void>;

/** A job that failed for the last time. */
export interface DeadJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly data: object;
  readonly error: string;
  readonly failedAt: string;
}

/** How often a job is tried again, and how far apart. */
interface Retries {
  readonly retryLimit: number;
  readonly retryDelay: number;
  readonly retryDelayMax: number;
  /** Whether it is kept as dead after the last time. */
  readonly isKept: boolean;
  /** How many are done at once. */
  readonly atOnce: number;
  /** Whether of those with the same key one waits and one is done, and no more. */
  readonly isKeyed?: boolean;
}

const KINDS: { readonly [Kind in JobKind]: Retries } = {
  // After about 2, 4, 8, 16 and 32 seconds.
  'archive.check': { retryLimit: 5, retryDelay: 2, retryDelayMax: 600, isKept: true, atOnce: 1 },
  'video.follow': { retryLimit: 20, retryDelay: 2, retryDelayMax: 600, isKept: true, atOnce: 2 },
  // Over about a day. A receiver that never answers is no fault of ours.
  'video.callback': { retryLimit: 21, retryDelay: 5, retryDelayMax: 7200, isKept: false, atOnce: 8 },
  // What a receiver refuses is kept by the webhook, and asked for again from there; this is for what goes wrong here.
  'webhook.deliver': { retryLimit: 3, retryDelay: 2, retryDelayMax: 60, isKept: false, atOnce: 8, isKeyed: true },
};

const ALL = Object.keys(KINDS) as JobKind[];
const KEPT = ALL.filter((kind) => KINDS[kind].isKept);
const deadOf = (kind: JobKind): string => `${kind}.dead`;

/** When a job is taken from its worker and tried again. */
export interface JobTimes {
  /** After so long without a heartbeat of the worker, because its process died; at least 10. */
  readonly heartbeatSeconds: number;
  /** After so long in all. */
  readonly expirySeconds: number;
}

/** How a job differs from others of its kind. */
export interface JobOptions {
  /** Seconds to wait before it is done. */
  readonly after?: number;
  /** Done once, well or not. */
  readonly once?: boolean;
  /** Of jobs with the same key one waits and one is done; another is left out. */
  readonly key?: string;
}

/**
 * Background work on the same database: a job is written in the transaction that needs it done, so it is never lost and
 * never done for what did not happen. Whoever does one says so every few seconds; when he falls silent, another one
 * does it again.
 */
export class JobQueue {
  readonly #library: PgBoss;
  readonly #workers = new Map<JobKind, string[]>();
  /** Kinds that more workers are being added for. */
  readonly #adding = new Map<JobKind, Promise<void>>();
  #isResting = false;

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

  /** Begins to take jobs. */
  async start(): Promise<void> {
    await this.#library.start();
    // The embedded database is this process's alone: whoever was at a job in it is dead, and need not be waited for.
    if (this.database.isEmbedded) await this.#takeUp();
    for (const kind of ALL) {
      const { isKept, isKeyed, atOnce: _atOnce, ...retries } = KINDS[kind];
      if (isKept) await this.#library.createQueue(deadOf(kind));
      const options = {
        ...retries,
        retryBackoff: true,
        expireInSeconds: this.times.expirySeconds,
        heartbeatSeconds: this.times.heartbeatSeconds,
        deleteAfterSeconds: 30 * 86_400,
        retentionSeconds: 30 * 86_400,
        ...(isKept ? { deadLetter: deadOf(kind) } : {}),
      };
      await this.#library.createQueue(kind, { ...options, ...(isKeyed ? { policy: 'stately' } : {}) });
      // Creating does not change a queue that exists.
      await this.#library.updateQueue(kind, options);
      await this.#work(kind);
    }
  }

  async #takeUp(): Promise<void> {
    // Of keyed ones another may wait in that state already; they are asked for again by whoever needs them.
    await this.database.jobRunner.executeSql(
      `delete from ${JOB_SCHEMA}.job where state = 'active' and name = any($1::text[])`,
      [ALL.filter((kind) => KINDS[kind].isKeyed)],
    );
    await this.database.jobRunner.executeSql(
      `update ${JOB_SCHEMA}.job set state = 'retry', start_after = now() where state = 'active'`,
    );
  }

  /** Writes a job into an open transaction: it is done if, and only if, that commits. */
  async send<Kind extends JobKind>(
    transaction: SqlRunner,
    kind: Kind,
    data: JobKinds[Kind],
    { after, once, key }: JobOptions = {},
  ): Promise<void> {
    const db = {
      executeSql: async (sql: string, parameters?: unknown[]) => ({
        rows: await transaction.query<Record<string, unknown>>(sql, parameters),
      }),
    };
    await this.#library.send(kind, data, {
      db,
      ...(after === undefined ? {} : { startAfter: after }),
      ...(once ? { retryLimit: 0 } : {}),
      ...(key === undefined ? {} : { singletonKey: key }),
    });
  }

  /** Looks for jobs of a kind at once; for after a commit. */
  wake(kind: JobKind): void {
    for (const worker of this.#workers.get(kind) ?? []) this.#library.notifyWorker(worker);
  }

  /**
   * The jobs that failed for the last time, oldest first; admins may see them.
   * @throws FORBIDDEN
   */
  async dead(viewer: Viewer): Promise<DeadJob[]> {
    assertCan(viewer, 'job.manage', undefined);
    const found: DeadJob[] = [];
    for (const kind of KEPT) {
      for (const job of await this.#library.findJobs<object>(deadOf(kind), { queued: true })) {
        const [failed] = job.sourceId === null ? [] : await this.#library.findJobs(kind, { id: job.sourceId });
        const { message } = (failed?.output ?? {}) as { message?: unknown };
        found.push({
          id: job.id,
          kind,
          data: job.data,
          error: typeof message === 'string' ? message.slice(0, 2000) : 'not known any more',
          failedAt: new Date(job.createdOn).toISOString(),
        });
      }
    }
    return found.sort((a, b) => (a.failedAt < b.failedAt ? -1 : 1));
  }

  /**
   * Tries all dead jobs again; admins may.
   * @returns how many
   * @throws FORBIDDEN
   */
  async replay(viewer: Viewer): Promise<number> {
    assertCan(viewer, 'job.manage', undefined);
    let replayed = 0;
    for (const kind of KEPT) {
      replayed += await this.#library.redrive(deadOf(kind));
      this.wake(kind);
    }
    return replayed;
  }

  /** How many jobs are not done, by kind and state; what was given up is `failed`. */
  async counts(): Promise<{ queue: string; state: string; count: number }[]> {
    const { rows } = await this.database.jobRunner.executeSql(
      `select name, case when name = any($1::text[]) then 'failed' when state = 'active' then 'active' else 'waiting' end as state, count(*)::int as count
       from ${JOB_SCHEMA}.job where state in ('created', 'retry', 'active') group by 1, 2`,
      [KEPT.map(deadOf)],
    );
    return rows.map((row) => ({
      queue: String(row['name']).replace(/^dead\./, ''),
      state: String(row['state']),
      count: Number(row['count']),
    }));
  }

  /** Takes no more jobs; those that are being done go on, and more may be written. */
  async rest(): Promise<void> {
    this.#isResting = true;
    await Promise.all(this.#adding.values());
    await Promise.all(ALL.map((kind) => this.#library.offWork(kind, { wait: false })));
  }

  /** Stops taking jobs and waits for those that are being done. */
  async stop(): Promise<void> {
    this.#isResting = true;
    await Promise.all(this.#adding.values());
    await this.#library.stop({ graceful: true, timeout: 10_000 });
  }

  /**
   * Has one look for jobs of a kind. The others, who are woken where there is one, come with the first: each begins by
   * asking the database, on a connection of its own.
   */
  async #work(kind: JobKind): Promise<void> {
    this.#workers.set(kind, []);
    await this.#add(kind, 1);
  }

  async #add<Kind extends JobKind>(kind: Kind, pollingIntervalSeconds: number): Promise<void> {
    const workers = this.#workers.get(kind)!;
    const worker = await this.#library.work<JobKinds[Kind]>(
      kind,
      { pollingIntervalSeconds, batchSize: 1 },
      async ([job]) => {
        if (workers.length > 1) this.wake(kind);
        else this.#addOthers(kind);
        await this.handlers[kind](job!.data);
        // Where there was one there may be more.
        setImmediate(() => this.wake(kind));
      },
    );
    workers.push(worker);
  }

  #addOthers(kind: JobKind): void {
    if (this.#adding.has(kind)) return;
    const add = async (): Promise<void> => {
      for (let count = 1; count < KINDS[kind].atOnce && !this.#isResting; count++) await this.#add(kind, 60);
    };
    this.#adding.set(
      kind,
      add()
        .catch(this.onError)
        .finally(() => this.#adding.delete(kind)),
    );
  }
}
