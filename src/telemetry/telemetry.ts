import type { Metrics } from './metrics.js';
import type { Tracing } from './tracing.js';

/** Metrics and traces, each only if the settings enable it. */
export interface Telemetry {
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  /** The fraction of traced requests, from 0 to 1, whose GraphQL resolvers get their own spans. */
  readonly resolverSampleRate?: number | undefined;
}
