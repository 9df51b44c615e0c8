import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.js';
import { AppError } from '../errors/app-error.js';
import { IdempotentRequest } from './idempotent-request.js';

const KEPT_HOURS = 24;
/** The number of expired keys that are deleted with each new key. */
const DELETED_AT_ONCE = 20;
const BODY_MAX = 65_536;
/** Delay between attempts to store the end of a request. */
const RETRY_DELAY_MS = 250;
/** Limit of requests whose end is retried at the same time. */
const RETRIES_MAX = 1000;
/** Statuses of errors that are not stored, because a repetition of the request may succeed. */
const TRANSIENT = new Set([401, 408, 429]);

/** The properties of a request that identify a repetition. */
export interface KeyedRequest {
  /** The name of the caller. Equal keys of different callers are different keys. */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: Uint8Array;
}

/** A stored response. */
export interface StoredResponse {
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
  /** Seconds since the request began. */
  readonly age: number;
  /** Seconds until a repetition may take over. */
  readonly left: number;
}

const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url');
};

/**
 * Makes writes with an Idempotency-Key run once; repetitions get the response of the first request. Stores only a hash
 * of the request body, and no response that contains a secret. Stores nothing for a request that writes nothing.
 */
export class IdempotencyService {
  readonly #stopped = new AbortController();
  #retries = 0;

  /** @param runsForMs after this time a request without an end counts as lost, and a repetition may take over */
  constructor(
    private readonly database: Database,
    private readonly runsForMs: number,
  ) {}

  /**
   * Begins a request, or returns the stored response of the first request with the key.
   * @throws IDEMPOTENCY_KEY_REUSED for another body, IDEMPOTENCY_KEY_RUNNING while the first request runs,
   *   IDEMPOTENCY_KEY_SPENT if the first request was executed, but its response is not stored
   */
  async begin({ caller, method, path, key, body }: KeyedRequest): Promise<IdempotentRequest | StoredResponse> {
    const request = new IdempotentRequest(hashOf(caller, method, path, key), randomUUID());
    const bodyHash = hashOf(body);
    const row = await this.#reserve(request, bodyHash);
    return row === undefined ? request : answerOf(row, bodyHash);
  }

  /**
   * Ends a request. If it wrote something, stores its response, or only that it was executed if the response must not
   * be stored. If it wrote nothing (a query, a refusal), releases the key, so that such requests use no storage. If the
   * database fails, retries in the background until a repetition may take over.
   */
  async end(request: IdempotentRequest, answer: StoredResponse): Promise<void> {
    try {
      await this.#storeEnd(request, answer);
    } catch (error) {
      this.#retryLater(() => this.#storeEnd(request, answer));
      throw error;
    }
  }

  /** Stops pending retries. */
  stop(): void {
    this.#stopped.abort();
  }

  /** Retries in the background until it succeeds, or until a repetition may take over. */
  #retryLater(store: () => Promise<void>): void {
    if (this.#retries < RETRIES_MAX) void this.#retryUntilOver(store);
  }

  async #retryUntilOver(store: () => Promise<void>): Promise<void> {
    const until = Date.now() + this.runsForMs;
    this.#retries++;
    for (let isStored = false; !isStored && Date.now() < until;) {
      await wait(RETRY_DELAY_MS, undefined, { ref: false, signal: this.#stopped.signal }).catch(() => undefined);
      if (this.#stopped.signal.aborted) break;
      isStored = await store().then(
        () => true,
        () => false,
      );
    }
    this.#retries--;
  }

  /** Reserves the key. @returns the existing row if another request has reserved it */
  async #reserve(request: IdempotentRequest, bodyHash: string): Promise<KeyRow | undefined> {
    let isTaken = false;
    const take = this.database.transaction(async ({ query }) => {
      const taken = await query(
        `with cleared as (
           delete from idempotency_keys where id in (select id from idempotency_keys where at < now() - interval '${KEPT_HOURS} hours' and id <> $1::text order by at limit ${DELETED_AT_ONCE} for update skip locked)
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
      // The commit may have succeeded although its reply was lost. The key would then stay reserved, although this
      // request does not run.
      if (isTaken) this.#retryLater(() => this.#release(request, bodyHash));
      throw error;
    });
  }

  /** Releases the key, even if the commit that reserves it is still pending. */
  async #release({ id, turn }: IdempotentRequest, bodyHash: string): Promise<void> {
    await this.database.transaction(async ({ query }) => {
      // The insert waits for a pending commit of this row. If the row does not exist, it is created, and deleted below.
      await query(
        `insert into idempotency_keys as known (id, turn, body_hash, at, runs_until) values ($1::text, $2::uuid, $3::text, now(), now()) on conflict (id) do update set turn = known.turn`,
        [id, turn, bodyHash],
      );
      await query('delete from idempotency_keys where id = $1::text and turn = $2::uuid and not written', [id, turn]);
    });
  }

  async #storeEnd(request: IdempotentRequest, { status, type, body }: StoredResponse): Promise<void> {
    const isStorable = status < 500 && !TRANSIENT.has(status) && !request.showsSecret && body.length <= BODY_MAX;
    const parameters = [request.id, request.turn];
    await this.database.transaction(async ({ query }) => {
      // `written` is read from the row, because the commit of a write may have succeeded although its reply was lost.
      await query('delete from idempotency_keys where id = $1::text and turn = $2::uuid and not written', parameters);
      await query(
        'update idempotency_keys set status = $3::int, type = $4::text, body = $5::text, is_over = true where id = $1::text and turn = $2::uuid',
        [...parameters, ...(isStorable ? [status, type, body] : [null, null, null])],
      );
    });
  }
}

/**
 * The error while the first request runs. `retryAfter` is the time that the request has been running (an exponential
 * backoff), but not more than the time until a repetition may take over.
 */
function running({ age, left }: KeyRow): AppError {
  const retryAfter = Math.max(1, Math.ceil(Math.min(age, left)));
  return new AppError(
    'IDEMPOTENCY_KEY_RUNNING',
    `The request with this Idempotency-Key is still running. Retry in ${retryAfter} s. If it does not end, the key can be used again in ${Math.max(1, Math.ceil(left))} s.`,
    { retryAfter },
  );
}

function answerOf(row: KeyRow, bodyHash: string): StoredResponse {
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
    `This request was already executed, but its response is not stored.${made.length > 0 ? ` It changed: ${made.join(', ')}.` : ''}`,
    { details: made },
  );
}
