import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheStats } from '../catalogue/cache-stats.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LAGS = ['p50', 'p90', 'p99', 'mean', 'max'].map((which) => `nodejs_eventloop_lag_${which}_seconds`);
/** Names of operations are their callers' to choose, and each one is a row for ever. */
const OPERATIONS_MAX = 100;

/** What is read when somebody asks for the metrics. */
export interface MetricSources {
  readonly caches: () => Readonly<Record<string, CacheStats>>;
  /** Connections to the database, by pool and state; none of the embedded one. */
  readonly connections: () => readonly { readonly pool: string; readonly state: string; readonly count: number }[];
  /** Background work that is not done, by queue and state. */
  readonly jobs: () => Promise<readonly { readonly queue: string; readonly state: string; readonly count: number }[]>;
  readonly revision: () => number;
  /** Requests by where they were answered. */
  readonly answers: () => Readonly<Record<string, number>>;
}

/** What the process counts and measures, for Prometheus. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly #operations = new Histogram({
    name: 'graphql_operation_duration_seconds',
    help: 'Duration of GraphQL operations, by the name that their callers gave them.',
    labelNames: ['operation', 'outcome'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly #statements = new Histogram({
    name: 'db_statement_duration_seconds',
    help: 'Duration of SQL statements, with the wait for a connection.',
    labelNames: ['kind', 'outcome'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly #refusals = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Requests that were refused because their caller had made too many.',
    registers: [this.registry],
  });
  readonly #names = new Set<string>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    // Of several workers the one that is held up longest: the mean of all would hide it.
    for (const name of LAGS) Object.assign(this.registry.getSingleMetric(name)!, { aggregator: 'max' });
  }

  /** Begins to tell what others know. */
  watch(sources: MetricSources): void {
    const registers = [this.registry];
    const caches = (name: string, help: string, valueOf: (stats: CacheStats) => number): Gauge =>
      new Gauge({
        name,
        help,
        labelNames: ['cache'],
        registers,
        collect(this: Gauge) {
          for (const [cache, stats] of Object.entries(sources.caches())) this.set({ cache }, valueOf(stats));
        },
      });
    caches('cache_bytes', 'Memory that a cache takes, about.', ({ bytes }) => bytes);
    caches('cache_entries', 'Things that a cache holds.', ({ entries }) => entries);
    caches('cache_evictions', 'Things that a cache had no room for, since the start.', ({ evictions }) => evictions);
    void new Gauge({
      name: 'db_connections',
      help: 'Connections to the database, and callers that wait for one.',
      labelNames: ['pool', 'state'],
      registers,
      collect() {
        for (const { pool, state, count } of sources.connections()) this.set({ pool, state }, count);
      },
    });
    void new Gauge({
      name: 'job_queue_jobs',
      help: 'Background work that is not done; failed is what was given up.',
      labelNames: ['queue', 'state'],
      aggregator: 'max',
      registers,
      async collect() {
        const jobs = await sources.jobs().catch(() => []);
        this.reset();
        for (const { queue, state, count } of jobs) this.set({ queue, state }, count);
      },
    });
    const revision = (name: string, help: string, aggregator: 'max' | 'min'): Gauge =>
      new Gauge({
        name,
        help,
        aggregator,
        registers,
        collect() {
          this.set(sources.revision());
        },
      });
    revision(
      'registry_revision',
      'The revision of the catalogue that is answered with; of several workers the newest.',
      'max',
    );
    revision(
      'registry_revision_oldest',
      'The revision of the catalogue that is answered with; of several workers the oldest.',
      'min',
    );
    void new Gauge({
      name: 'http_server_answers',
      help: 'Requests since the start, by where they were answered: kept bytes, made before the framework, or the framework.',
      labelNames: ['source'],
      registers,
      collect() {
        for (const [source, count] of Object.entries(sources.answers())) this.set({ source }, count);
      },
    });
  }

  /** Notes a request; its route is the path of the endpoint, never the caller's. */
  request(method: string, route: string, status: number, milliseconds: number): void {
    this.#requests.observe({ method, route, status }, milliseconds / 1000);
  }

  /** Notes an operation of GraphQL. */
  operation(name: string | undefined, isError: boolean, milliseconds: number): void {
    this.#operations.observe(
      { operation: this.#bounded(name), outcome: isError ? 'error' : 'ok' },
      milliseconds / 1000,
    );
  }

  /** Notes a statement. */
  statement(kind: string, isError: boolean, milliseconds: number): void {
    this.#statements.observe({ kind, outcome: isError ? 'error' : 'ok' }, milliseconds / 1000);
  }

  /** Notes that somebody was refused for what he has asked before. */
  refusal(): void {
    this.#refusals.inc();
  }

  #bounded(name: string | undefined): string {
    if (name === undefined || name === '') return 'anonymous';
    if (this.#names.size < OPERATIONS_MAX) this.#names.add(name.slice(0, 100));
    return this.#names.has(name) ? name : 'other';
  }
}
