import { Gauge, type Registry } from 'prom-client';
import type { CacheStats } from '../values/bounded-cache.js';

/** Functions that return the values of gauges. They are called when the metrics are collected. */
export interface MetricSources {
  readonly caches: () => Readonly<Record<string, CacheStats>>;
  /** Connections to the database server, by pool and state; empty for the embedded database. */
  readonly connections: () => readonly { readonly pool: string; readonly state: string; readonly count: number }[];
  /** Jobs that are not done, by queue and state. */
  readonly jobs: () => Promise<readonly { readonly queue: string; readonly state: string; readonly count: number }[]>;
  readonly revision: () => number;
  /** The number of requests that each part of the server answered. */
  readonly answers: () => Readonly<Record<string, number>>;
}

/** Registers gauges for the size and use of each cache. */
export function watchCaches(registry: Registry, { caches }: MetricSources): void {
  const gauge = (name: string, help: string, valueOf: (stats: CacheStats) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ['cache'],
      registers: [registry],
      collect(this: Gauge) {
        for (const [cache, stats] of Object.entries(caches())) this.set({ cache }, valueOf(stats));
      },
    });
  gauge('cache_bytes', 'Estimated memory that a cache takes, in bytes.', ({ bytes }) => bytes);
  gauge('cache_entries', 'Entries of a cache.', ({ entries }) => entries);
  gauge('cache_hits', 'Lookups since the start that found a valid entry.', ({ hits }) => hits);
  gauge('cache_misses', 'Lookups since the start that found none.', ({ misses }) => misses);
  gauge(
    'cache_coalesced_misses',
    'Misses since the start that waited for the load of another miss.',
    ({ coalesced }) => coalesced,
  );
  gauge('cache_evictions', 'Entries removed since the start because space was short.', ({ evictions }) => evictions);
}

/** Registers a gauge for the connections to the database. */
export function watchConnections(registry: Registry, { connections }: MetricSources): void {
  void new Gauge({
    name: 'db_connections',
    help: 'Connections to the database, and callers that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const { pool, state, count } of connections()) this.set({ pool, state }, count);
    },
  });
}

/** Registers a gauge for the length of each job queue. */
export function watchJobs(registry: Registry, sources: MetricSources): void {
  void new Gauge({
    name: 'job_queue_jobs',
    help: 'Background jobs that are not completed; `failed` counts jobs whose retries are exhausted.',
    labelNames: ['queue', 'state'],
    // The maximum instead of the sum, because all workers count the same queues.
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const jobs = await sources.jobs().catch(() => []);
      this.reset();
      for (const { queue, state, count } of jobs) this.set({ queue, state }, count);
    },
  });
}

/** Registers the highest and lowest catalogue revision of all workers. The difference shows if a worker lags behind. */
export function watchRevision(registry: Registry, { revision }: MetricSources): void {
  const gauge = (name: string, help: string, aggregator: 'max' | 'min'): Gauge =>
    new Gauge({
      name,
      help,
      aggregator,
      registers: [registry],
      collect() {
        this.set(revision());
      },
    });
  gauge(
    'registry_revision',
    'The revision of the catalogue that responses are based on; the newest of several workers.',
    'max',
  );
  gauge(
    'registry_revision_oldest',
    'The revision of the catalogue that responses are based on; the oldest of several workers.',
    'min',
  );
}

/** Registers a gauge for the number of requests that each part of the server answered. */
export function watchAnswers(registry: Registry, { answers }: MetricSources): void {
  void new Gauge({
    name: 'http_server_answers',
    help: 'Requests since the start, by the part that answered them: cached bytes, the fast path, or the framework.',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      for (const [source, count] of Object.entries(answers())) this.set({ source }, count);
    },
  });
}
