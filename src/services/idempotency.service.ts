import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.js';
import { AppError } from '../errors/app-error.js';
import { IdempotentRequest } from './idempotent-request.js';

const KEPT_HOURS = 24;
/** Keys that were kept long enough are cleared away with each new one, so many at once. */
const CLEARED_AT_ONCE = 20;
const BODY_MAX = 65_536;
/** Between tries to note how a request ended, and how many requests may wait for that. */
const AGAIN_MS = 250;
const UNNOTED_MAX = 1000;
/** What another try may end otherwise. */
const PASSING = new Set([401, 408, 429]);

/** What a request is, for the question whether it came before. */
export interface KeyedRequest {
  /** Who sent it: keys of others are other keys. */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: Uint8Array;
}

/** An answer as it was sent. */
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
}

const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url');
};

/**
 * Has a POST with an Idempotency-Key done once: who sends it again gets the answer of the first time. Of bodies only
 * hashes are kept, and no answer that holds a secret.
 */
export class IdempotencyService {
  readonly #stopped = new AbortController();
  #unnoted = 0;

  /** @param runsForMs how long a request may run; after that it is taken for lost, and another one takes over */
  constructor(
    private readonly database: Database,
    private readonly runsForMs: number,
  ) {}

  /**
   * Begins a request, or finds the answer that it had.
   * @throws IDEMPOTENCY_KEY_REUSED for another body, IDEMPOTENCY_KEY_RUNNING while the first one runs,
   *   IDEMPOTENCY_KEY_SPENT
   *   where it was done and its answer is not kept
   */
  async begin({ caller, method, path, key, body }: KeyedRequest): Promise<IdempotentRequest | KeptAnswer> {
    const request = new IdempotentRequest(hashOf(caller, method, path, key), randomUUID());
    const bodyHash = hashOf(body);
    const row = await this.#take(request, bodyHash);
    return row === undefined ? request : answerOf(row, bodyHash);
  }

  /**
   * Keeps the answer of a request that was begun; where it may not be kept, that it was done; where nothing was done,
   * nothing. Where the database fails, it is tried again until it is known how the request ended, or another run may
   * take it over.
   */
  async end(request: IdempotentRequest, answer: KeptAnswer): Promise<void> {
    try {
      await this.#note(request, answer);
    } catch (error) {
      this.#later(() => this.#note(request, answer));
      throw error;
    }
  }

  /** Ends the tries that are left. */
  stop(): void {
    this.#stopped.abort();
  }

  /** Notes something as soon as the database takes it, while the request may still be taken for one that runs. */
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

  /** Takes the key. @returns what is known of it where it is another request's */
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
        `select body_hash, status, type, body, written and (runs_until < now() or status is not null or is_over) as written, made from idempotency_keys where id = $1::text`,
        [request.id],
      );
      return known;
    });
    return take.catch((error: unknown) => {
      // Its commit may be under way still, and would stand for a request that nobody runs.
      if (isTaken) this.#later(() => this.#forget(request, bodyHash));
      throw error;
    });
  }

  /** Gives the key back, also where the commit that took it comes through as late as now. */
  async #forget({ id, turn }: IdempotentRequest, bodyHash: string): Promise<void> {
    await this.database.transaction(async ({ query }) => {
      // It waits for whoever is about to write this row; where there is none it makes the one that is deleted then.
      await query(
        `insert into idempotency_keys as known (id, turn, body_hash, at, runs_until) values ($1::text, $2::uuid, $3::text, now(), now()) on conflict (id) do update set turn = known.turn`,
        [id, turn, bodyHash],
      );
      await query('delete from idempotency_keys where id = $1::text and turn = $2::uuid and not written', [id, turn]);
    });
  }

  async #note(request: IdempotentRequest, { status, type, body }: KeptAnswer): Promise<void> {
    const isKept = status < 500 && !PASSING.has(status) && !request.showsSecret && body.length <= BODY_MAX;
    const parameters = [request.id, request.turn];
    await this.database.transaction(async ({ query }) => {
      if (isKept) {
        await query(
          'update idempotency_keys set status = $3::int, type = $4::text, body = $5::text, is_over = true where id = $1::text and turn = $2::uuid',
          [...parameters, status, type, body],
        );
        return;
      }
      // Whether it was written is asked of the row: a commit may have come through that was never heard of.
      await query('delete from idempotency_keys where id = $1::text and turn = $2::uuid and not written', parameters);
      await query(
        'update idempotency_keys set is_over = true where id = $1::text and turn = $2::uuid and written',
        parameters,
      );
    });
  }
}

function answerOf({ body_hash: knownHash, status, type, body, written, made }: KeyRow, bodyHash: string): KeptAnswer {
  if (knownHash !== bodyHash)
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key came with another body before; use a new key for another request.',
    );
  if (status !== null) return { status, type: type ?? '', body: body ?? '' };
  if (!written)
    throw new AppError(
      'IDEMPOTENCY_KEY_RUNNING',
      'The request with this Idempotency-Key still runs; try again in a moment.',
      { retryAfter: 1 },
    );
  throw new AppError(
    'IDEMPOTENCY_KEY_SPENT',
    `This was done before, and its answer is not kept; it was about: ${made.join(', ') || 'nothing that has an id'}.`,
    { details: made },
  );
}
