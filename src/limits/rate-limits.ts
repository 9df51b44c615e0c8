import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.js';
import { networkOf } from '../values/network.js';
import { type Level, type Policy, type SharedBuckets, WINDOW_MS } from './bucket.js';
import { LocalBuckets } from './local-buckets.js';

/** Interval at which local buckets are synchronized with the shared ones. */
const SYNC_INTERVAL_MS = 1000;
/** Reads charged to an address for an invalid credential. */
export const FAILED_SIGN_IN = 20;
/** Bounds of the cache of valid credentials: entries, and their time to live. */
const CREDENTIALS_MAX = 10_000;
const CREDENTIAL_MS = 300_000;

/** The result of charging a rate limit. */
export interface Verdict {
  readonly isAllowed: boolean;
  /** The response headers, as alternating names and values. */
  readonly headers: readonly string[];
  /** Seconds after which a retry is allowed. */
  readonly retryAfter: number;
}

/** The verdict if rate limits are off. */
const UNLIMITED: Verdict = { isAllowed: true, headers: [], retryAfter: 0 };

/** The units that each caller is allowed per minute. */
export interface RateLimitPolicies {
  readonly readsPerMinute: number;
  readonly workPerMinute: number;
}

const hashOf = (credential: string): string => createHash('sha256').update(credential).digest('base64url');

/** The error of a verdict that is not allowed. */
export function rateLimited({ retryAfter }: Verdict): AppError {
  return new AppError('RATE_LIMITED', `Rate limit exceeded. Retry in ${retryAfter} s.`, {
    retryAfter,
  });
}

/**
 * Rate limits per caller. A caller is the user or publisher of a valid credential, otherwise a network address. Reads
 * are counted in this process without I/O, and synchronized with other processes in the background. Work (writes and
 * other expensive operations) is counted in shared buckets before it is done.
 */
export interface RateLimits {
  /** Returns the caller without I/O: that of a recently recognized credential, otherwise the network address. */
  callerOf(address: string, authorization: string | undefined): string;
  /** Caches the caller of a valid credential. */
  recognize(authorization: string, caller: string): void;
  /** Counts reads. */
  read(caller: string, units: number): Verdict;
  /** Charges reads as a penalty, or all reads that are left if there are fewer. */
  charge(caller: string, units: number): void;
  /** Returns a refusal if the local bucket shows, without I/O, that the caller has less work left than `units`. */
  lacking(caller: string, units: number): Verdict | undefined;
  /**
   * Counts work. If Redis can't be reached, counts it in this process. @throws AppError if the database is unavailable
   */
  work(caller: string, units: number): Promise<Verdict>;
  /** Starts to synchronize with other processes. */
  start(): void;
  stop(): Promise<void>;
}

/** No rate limits. */
export const NO_LIMITS: RateLimits = {
  callerOf: (_address, authorization) => (authorization === undefined ? '' : 'somebody'),
  recognize: () => undefined,
  read: () => UNLIMITED,
  charge: () => undefined,
  lacking: () => undefined,
  work: async () => UNLIMITED,
  start: () => undefined,
  stop: async () => undefined,
};

/** Rate limits with token buckets. */
export class BucketLimits implements RateLimits {
  readonly #reads: Policy;
  readonly #work: Policy;
  readonly #local = new LocalBuckets();
  /** The callers of recently recognized credentials, by the hash of the credential. */
  readonly #callers = new LRUCache<string, string>({ max: CREDENTIALS_MAX, ttl: CREDENTIAL_MS });
  #timer: NodeJS.Timeout | undefined;

  /** @param shared the buckets of all processes; `undefined` if there is only one process */
  constructor(
    { readsPerMinute, workPerMinute }: RateLimitPolicies,
    private readonly shared: SharedBuckets | undefined,
    private readonly onError: (error: unknown) => void,
    private readonly onRefusal: () => void = () => undefined,
  ) {
    this.#reads = { name: 'reads', perMinute: readsPerMinute };
    this.#work = { name: 'work', perMinute: workPerMinute };
  }

  start(): void {
    const { shared } = this;
    if (!shared) return;
    const later = (): void =>
      void (this.#timer = setTimeout(
        () => void this.#local.agree(shared).catch(this.onError).then(later),
        SYNC_INTERVAL_MS,
      ).unref());
    later();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.shared?.close();
  }

  callerOf(address: string, authorization: string | undefined): string {
    const known = authorization === undefined ? undefined : this.#callers.get(hashOf(authorization));
    return known ?? `address:${networkOf(address)}`;
  }

  recognize(authorization: string, caller: string): void {
    this.#callers.set(hashOf(authorization), caller);
  }

  read(caller: string, units: number): Verdict {
    const spendMs = spendOf(this.#reads, units);
    return this.#judge(this.#reads, spendMs, this.#local.take(keyOf(this.#reads, caller), spendMs));
  }

  charge(caller: string, units: number): void {
    this.#local.drain(keyOf(this.#reads, caller), spendOf(this.#reads, units));
  }

  lacking(caller: string, units: number): Verdict | undefined {
    const spendMs = spendOf(this.#work, units);
    const lacking = this.#local.lacks(keyOf(this.#work, caller), spendMs);
    return lacking && this.#judge(this.#work, spendMs, lacking);
  }

  async work(caller: string, units: number): Promise<Verdict> {
    const key = keyOf(this.#work, caller);
    const spendMs = spendOf(this.#work, units);
    return this.#judge(this.#work, spendMs, (await this.#takeShared(key, spendMs)) ?? this.#local.take(key, spendMs));
  }

  #judge(policy: Policy, spendMs: number, level: Level): Verdict {
    if (!level.isAllowed) this.onRefusal();
    return verdict(policy, spendMs, level);
  }

  async #takeShared(key: string, spendMs: number): Promise<Level | undefined> {
    if (!this.shared) return undefined;
    // A caller with too little left is refused without I/O, however many requests they send.
    const lacking = this.#local.lacks(key, spendMs);
    if (lacking) return lacking;
    try {
      const level = await this.shared.take(key, spendMs);
      this.#local.learn(key, level);
      return level;
    } catch (error) {
      // An AppError means that the database is unavailable. The request fails, because its work needs the database.
      if (error instanceof AppError) throw error;
      this.onError(error);
      return undefined;
    }
  }
}

function verdict({ name, perMinute }: Policy, spendMs: number, { isAllowed, fullInMs }: Level): Verdict {
  const remaining = Math.max(0, Math.floor(((WINDOW_MS - fullInMs) / WINDOW_MS) * perMinute));
  return {
    isAllowed,
    retryAfter: isAllowed ? 0 : Math.max(1, Math.ceil((fullInMs + spendMs - WINDOW_MS) / 1000)),
    headers: [
      'RateLimit-Policy',
      `"${name}";q=${perMinute};w=${WINDOW_MS / 1000}`,
      'RateLimit',
      `"${name}";r=${remaining};t=${Math.ceil(fullInMs / 1000)}`,
    ],
  };
}

const keyOf = ({ name }: Policy, caller: string): string => `${name}:${caller}`;

/** The time in which a bucket refills this number of units, in ms; at most one window. */
const spendOf = ({ perMinute }: Policy, units: number): number => Math.min(WINDOW_MS, (units * WINDOW_MS) / perMinute);
