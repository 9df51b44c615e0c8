import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { type MetricSources, watchAnswers, watchCaches, watchConnections, watchJobs, watchRevision } from './gauges.js';

/** The buckets of all histograms, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LAGS = ['p50', 'p90', 'p99', 'mean', 'max'].map((which) => `nodejs_eventloop_lag_${which}_seconds`);
/** The maximum number of operation names. Callers choose the names, and each one adds time series. */
const OPERATIONS_MAX = 100;
/** Characters of an operation name in a label; the rest is cut off. */
const OPERATION_NAME_MAX = 100;

/** The Prometheus metrics of this process. */
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
    help: 'Duration of GraphQL operations, by operation name.',
    labelNames: ['operation', 'outcome'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly #statements = new Histogram({
    name: 'db_statement_duration_seconds',
    help: 'Duration of SQL statements, including the wait for a connection.',
    labelNames: ['kind', 'outcome'],
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly #refusals = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Requests that were refused because their caller exceeded a rate limit.',
    registers: [this.registry],
  });
  readonly #names = new Set<string>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    // Aggregated as the maximum of all workers, because a mean would hide a blocked worker.
    for (const name of LAGS) Object.assign(this.registry.getSingleMetric(name)!, { aggregator: 'max' });
  }

  /** Registers the gauges, whose values are read at each collection. */
  watch(sources: MetricSources): void {
    watchCaches(this.registry, sources);
    watchConnections(this.registry, sources);
    watchJobs(this.registry, sources);
    watchRevision(this.registry, sources);
    watchAnswers(this.registry, sources);
  }

  /** Records a request. The route is the path template of the endpoint, not the requested path. */
  request(method: string, route: string, status: number, milliseconds: number): void {
    this.#requests.observe({ method, route, status }, milliseconds / 1000);
  }

  /** Records a GraphQL operation. */
  operation(name: string | undefined, isError: boolean, milliseconds: number): void {
    this.#operations.observe(
      { operation: this.#bounded(name), outcome: isError ? 'error' : 'ok' },
      milliseconds / 1000,
    );
  }

  /** Records a SQL statement. */
  statement(kind: string, isError: boolean, milliseconds: number): void {
    this.#statements.observe({ kind, outcome: isError ? 'error' : 'ok' }, milliseconds / 1000);
  }

  /** Counts a request that was refused because of a rate limit. */
  refusal(): void {
    this.#refusals.inc();
  }

  #bounded(name: string | undefined): string {
    if (name === undefined || name === '') return 'anonymous';
    const label = name.slice(0, OPERATION_NAME_MAX);
    if (this.#names.size < OPERATIONS_MAX) this.#names.add(label);
    return this.#names.has(label) ? label : 'other';
  }
}
