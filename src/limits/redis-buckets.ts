import { createClient } from '@redis/client';
import { type Level, type SharedBuckets, WINDOW_MS } from './bucket.js';

const PREFIX = 'registry:limit:';
/** Timeout of a command. */
const TIMEOUT_MS = 500;
/** A limit that no bucket reaches, to record usage that has already happened. */
const UNBOUNDED_MS = 1e12;

/**
 * Takes ARGV[1] ms of refill time from bucket KEYS[1], unless the bucket would then be full later than ARGV[2] ms from
 * now. Returns 1 if it was taken, otherwise 0, and the ms until the bucket is full. All times are of the clock of
 * Redis.
 */
const TAKE = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000.0 + tonumber(time[2]) / 1000
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local after = full + tonumber(ARGV[1])
if after - now > tonumber(ARGV[2]) then return {0, math.ceil(full - now)} end
local ms = math.ceil(after - now)
redis.call('SET', KEYS[1], string.format('%.3f', after), 'PX', math.max(ms, 1))
return {1, ms}`;

/** Buckets on a Redis server that all processes share. A bucket is one key, which expires when the bucket is full. */
export class RedisBuckets implements SharedBuckets {
  readonly #client;
  #isClosed = false;

  /** @param onError called with connection errors; the client reconnects by itself */
  constructor(url: string, onError: (error: unknown) => void) {
    // Commands fail at once while Redis is unreachable, so that no request waits for the reconnect.
    this.#client = createClient({
      url,
      RESP: 2,
      disableOfflineQueue: true,
      commandOptions: { timeout: TIMEOUT_MS },
      socket: {
        connectTimeout: 2000,
        reconnectStrategy: (retries) => !this.#isClosed && Math.min(100 * 2 ** Math.min(retries, 6), 3000),
      },
    });
    this.#client.on('error', onError);
    this.#client.connect().catch(onError);
  }

  async take(key: string, spendMs: number): Promise<Level> {
    return this.#take(key, spendMs, WINDOW_MS);
  }

  async note(spent: readonly { readonly key: string; readonly spendMs: number }[]): Promise<number[]> {
    const levels = await Promise.all(spent.map(({ key, spendMs }) => this.#take(key, spendMs, UNBOUNDED_MS)));
    return levels.map(({ fullInMs }) => fullInMs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#client.destroy();
  }

  async #take(key: string, spendMs: number, maxMs: number): Promise<Level> {
    const [isAllowed, fullInMs] = (await this.#client.eval(TAKE, {
      keys: [PREFIX + key],
      arguments: [String(spendMs), String(maxMs)],
    })) as [number, number];
    return { isAllowed: isAllowed === 1, fullInMs };
  }
}
