import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.js';
import { networkOf } from '../values/network.js';
import { type Level, type Policy, type SharedBuckets, WINDOW_MS } from './bucket.js';
import { LocalBuckets } from './local-buckets.js';

const AGREE_EVERY_MS = 1000;
/** What a credential that doesn't hold costs its address, in reads. */
export const FAILED_SIGN_IN = 20;
const CREDENTIALS_MAX = 10_000;
const CREDENTIAL_MS = 300_000;

/** What became of a request at the limits. */
export interface Verdict {
  readonly isAllowed: boolean;
  /** The headers that tell the caller; names and values in turn. */
  readonly headers: readonly string[];
  /** Seconds after which it would be allowed. */
  readonly retryAfter: number;
}

/** The verdict where nothing is limited. */
const UNLIMITED: Verdict = { isAllowed: true, headers: [], retryAfter: 0 };

/** How much callers may do in a minute. */
export interface RateLimitPolicies {
  readonly readsPerMinute: number;
  readonly workPerMinute: number;
}

const hashOf = (credential: string): string => createHash('sha256').update(credential).digest('base64url');

/** The refusal that goes with a verdict. */
export function rateLimited({ retryAfter }: Verdict): AppError {
  return new AppError('RATE_LIMITED', `That is more than is taken of one caller; try again in ${retryAfter} s.`, {
    retryAfter,
  });
}

/**
 * How much one caller may do: a caller is a credential that holds, and otherwise a network address. Reads are counted
 * in this process, which costs nothing, and agreed upon with the other processes in the background; work (writes, and
 * whatever else takes long) is counted where all processes see it, before it is done.
 */
export interface RateLimits {
  /** Who asks, as far as that is known without asking anybody. */
  callerOf(address: string, authorization: string | undefined): string;
  /** Remembers that a credential holds, and whose it is. */
  recognize(authorization: string, caller: string): void;
  /** Counts reads. */
  read(caller: string, units: number): Verdict;
  /** Takes reads away, as many of them as there are. */
  fine(caller: string, units: number): void;
  /** The verdict where it is known, without asking anybody, that a caller has less work left than this. */
  lacking(caller: string, units: number): Verdict | undefined;
  /** Counts work. Where those who share the count can't be reached it is counted here. */
  work(caller: string, units: number): Promise<Verdict>;
  /** Begins to agree with other processes. */
  start(): void;
  stop(): Promise<void>;
}

/** Limits nobody. */
export const NO_LIMITS: RateLimits = {
  callerOf: (_address, authorization) => (authorization === undefined ? '' : 'somebody'),
  recognize: () => undefined,
  read: () => UNLIMITED,
  fine: () => undefined,
  lacking: () => undefined,
  work: async () => UNLIMITED,
  start: () => undefined,
  stop: async () => undefined,
};

/** Limits by token buckets. */
export class BucketLimits implements RateLimits {
  readonly #reads: Policy;
  readonly #work: Policy;
  readonly #local = new LocalBuckets();
  /** Callers by the hash of a credential that was found to hold a moment ago. */
  readonly #callers = new LRUCache<string, string>({ max: CREDENTIALS_MAX, ttl: CREDENTIAL_MS });
  #timer: NodeJS.Timeout | undefined;

  /** @param shared what all processes see; undefined where there is one process only */
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
        AGREE_EVERY_MS,
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

  fine(caller: string, units: number): void {
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
    // Who has nothing left is refused without asking anybody, however often he comes.
    const lacking = this.#local.lacks(key, spendMs);
    if (lacking) return lacking;
    try {
      const level = await this.shared.take(key, spendMs);
      this.#local.learn(key, level);
      return level;
    } catch (error) {
      // The database is what the work itself needs, so there is nothing to go on with.
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

/** What a bucket needs to fill again after this; what is more than all of it counts as all of it. */
const spendOf = ({ perMinute }: Policy, units: number): number => Math.min(WINDOW_MS, (units * WINDOW_MS) / perMinute);
