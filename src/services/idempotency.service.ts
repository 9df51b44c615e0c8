import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.js';
import { AppError } from '../errors/app-error.js';
import { IdempotentRequest } from './idempotent-request.js';

const KEPT_HOURS = 24;
/** The number of expired keys that are deleted with each new key. */
const CLEARED_AT_ONCE = 20;
const BODY_MAX = 65_536;
/** Delay between attempts to record how a request ended, and how many requests may wait for that. */
const AGAIN_MS = 250;
const UNNOTED_MAX = 1000;
/** Statuses of transient errors: a retry may succeed. */
const PASSING = new Set([401, 408, 429]);

/** The properties of a request that decide if it is a repetition. */
export interface KeyedRequest {
  /** The sender. The same key of another caller is a different key. */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: Uint8Array;
}

/** A stored response. */
export interface KeptAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

interface KeyRow {
  readonly body_hash: string;
  readonly status: number | null;
  readonly type: string | null;
  readonly body: string | null;
  readonly written: boolean;
  readonly made: string[];
  /** Seconds since the request began, and until a repetition may take over. */
  readonly age: number;
  readonly left: number;
}

const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url');
};

/**
 * Executes a write with an Idempotency-Key once; repetitions get the response of the first one. Only hashes of request
 * bodies are stored, and no responses that contain a secret. A request that writes nothing stores nothing.
 */
export class IdempotencyService {
  readonly #stopped = new AbortController();
  #unnoted = 0;

  /** @param runsForMs how long a request may run; after that it counts as lost, and a repetition takes over */
  constructor(
    private readonly database: Database,
    private readonly runsForMs: number,
  ) {}

  /**
   * Begins a request, or returns its stored response.
   * @throws IDEMPOTENCY_KEY_REUSED for another body, IDEMPOTENCY_KEY_RUNNING while the first one runs,
   *   IDEMPOTENCY_KEY_SPENT if it was executed and its response is not stored
   */
  async begin({ caller, method, path, key, body }: KeyedRequest): Promise<IdempotentRequest | KeptAnswer> {
    const request = new IdempotentRequest(hashOf(caller, method, path, key), randomUUID());
    const bodyHash = hashOf(body);
    const row = await this.#take(request, bodyHash);
    return row === undefined ? request : answerOf(row, bodyHash);
  }

  /**
   * Stores the response of a request that wrote something, or only that it was executed if the response may not be
   * stored. If nothing was written (a query, a refusal), it releases the key, so that such requests don't occupy
   * storage. If the database fails, it retries until a repetition may take over.
   */
  async end(request: IdempotentRequest, answer: KeptAnswer): Promise<void> {
    try {
      await this.#note(request, answer);
    } catch (error) {
      this.#later(() => this.#note(request, answer));
      throw error;
    }
  }

  /** Stops pending retries. */
  stop(): void {
    this.#stopped.abort();
  }

  /** Retries in the background until it succeeds or the request no longer counts as running. */
  #later(note: () => Promise<void>): void {
    if (this.#unnoted < UNNOTED_MAX) void this.#until(note);
  }

  async #until(note: () => Promise<void>): Promise<void> {
    const until = Date.now() + this.runsForMs;
    this.#unnoted++;
    for (let isNoted = false; !isNoted && Date.now() < until;) {
      await wait(AGAIN_MS, undefined, { ref: false, signal: this.#stopped.signal }).catch(() => undefined);
      if (this.#stopped.signal.aborted) break;
      isNoted = await note().then(
        () => true,
        () => false,
      );
    }
    this.#unnoted--;
  }

  /** Reserves the key. @returns the existing row if another request has it */
  async #take(request: IdempotentRequest, bodyHash: string): Promise<KeyRow | undefined> {
    let isTaken = false;
    const take = this.database.transaction(async ({ query }) => {
      const taken = await query(
        `with cleared as (
           delete from idempotency_keys where id in (select id from idempotency_keys where at < now() - interval '${KEPT_HOURS} hours' and id <> $1::text order by at limit ${CLEARED_AT_ONCE} for update skip locked)
         )
         insert into idempotency_keys as known (id, turn, body_hash, at, runs_until) values ($1::text, $2::uuid, $3::text, now(), now() + $4::float8 * interval '1 ms')
         on conflict (id) do update set turn = excluded.turn, body_hash = excluded.body_hash, at = now(), runs_until = excluded.runs_until, written = false, is_over = false, made = '{}', status = null, type = null, body = null
         where known.at < now() - interval '${KEPT_HOURS} hours' or (known.status is null and not known.written and known.runs_until < now() and known.body_hash = excluded.body_hash)
         returning id`,
        [request.id, request.turn, bodyHash, this.runsForMs],
      );
      isTaken = taken.length > 0;
      if (isTaken) return undefined;
      const [known] = await query<KeyRow>(
        `select body_hash, status, type, body, written and (runs_until < now() or status is not null or is_over) as written, made,
           extract(epoch from now() - at)::float8 as age, extract(epoch from runs_until - now())::float8 as left from idempotency_keys where id = $1::text`,
        [request.id],
      );
      return known;
    });
    return take.catch((error: unknown) => {
      // The commit may still succeed, and would reserve the key for a request that does not run.
      if (isTaken) this.#later(() => this.#forget(request, bodyHash));
      throw error;
    });
  }

  /** Releases the key, even if the commit that reserved it succeeds only now. */
  async #forget({ id, turn }: IdempotentRequest, bodyHash: string): Promise<void> {
    await this.database.transaction(async ({ query }) => {
      // The insert waits for a pending commit of this row. If there is none, it creates the row that is deleted next.
      await query(
        `insert into idempotency_keys as known (id, turn, body_hash, at, runs_until) values ($1::text, $2::uuid, $3::text, now(), now()) on conflict (id) do update set turn = known.turn`,
        [id, turn, bodyHash],
      );
      await query('delete from idempotency_keys where id = $1::text and turn = $2::uuid and not written', [id, turn]);
    });
  }

  async #note(request: IdempotentRequest, { status, type, body }: KeptAnswer): Promise<void> {
    const isStorable = status < 500 && !PASSING.has(status) && !request.showsSecret && body.length <= BODY_MAX;
    const parameters = [request.id, request.turn];
    await this.database.transaction(async ({ query }) => {
      // The row knows if the request wrote anything: a commit may have succeeded although its reply was lost.
      await query('delete from idempotency_keys where id = $1::text and turn = $2::uuid and not written', parameters);
      await query(
        'update idempotency_keys set status = $3::int, type = $4::text, body = $5::text, is_over = true where id = $1::text and turn = $2::uuid',
        [...parameters, ...(isStorable ? [status, type, body] : [null, null, null])],
      );
    });
  }
}

/**
 * The error while the first request runs. Callers that retry as told wait as long as it has already been running, but
 * not longer than it may run.
 */
function running({ age, left }: KeyRow): AppError {
  const retryAfter = Math.max(1, Math.ceil(Math.min(age, left)));
  return new AppError(
    'IDEMPOTENCY_KEY_RUNNING',
    `The request with this Idempotency-Key is still running. Retry in ${retryAfter} s. If it never ends, the key is free in ${Math.max(1, Math.ceil(left))} s.`,
    { retryAfter },
  );
}

function answerOf(row: KeyRow, bodyHash: string): KeptAnswer {
  const { body_hash: knownHash, status, type, body, written, made } = row;
  if (knownHash !== bodyHash)
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was already used with another body. Use a new key for another request.',
    );
  if (status !== null) return { status, type: type ?? '', body: body ?? '' };
  if (!written) throw running(row);
  throw new AppError(
    'IDEMPOTENCY_KEY_SPENT',
    `This request was already executed, and its response is not stored. It concerned: ${made.join(', ') || 'nothing that has an id'}.`,
    { details: made },
  );
}
