import type { Metrics } from './metrics.js';
import type { Tracing } from './tracing.js';

/** What is told of how the registry runs, beside its log; each only where the settings ask for it. */
export interface Telemetry {
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  /** The part of traced requests whose resolvers are traced one by one, from 0 to 1. */
  readonly resolversTraced?: number | undefined;
}
