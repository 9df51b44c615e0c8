import { AggregatorRegistry } from 'prom-client';
import type { Settings } from '../settings.js';
import { Metrics } from './metrics.js';
import { serveMetrics } from './metrics-server.js';

/** Creates the metrics of this process, if METRICS_PORT is set. */
export function openMetrics({ METRICS_PORT: port }: Settings, isWorker: boolean): Metrics | undefined {
  if (port === undefined) return undefined;
  const metrics = new Metrics();
  if (isWorker) {
    // Makes this worker send its metrics to the primary process, which aggregates those of all workers.
    AggregatorRegistry.setRegistries([metrics.registry]);
    void new AggregatorRegistry();
  }
  return metrics;
}

/** Serves the metrics of this process. */
export function serveOwn(settings: Settings, { registry }: Metrics): ReturnType<typeof serveMetrics> {
  return serveMetrics(settings.METRICS_HOST, settings.METRICS_PORT!, registry.contentType, () => registry.metrics());
}

/** Serves the aggregated metrics of all workers. */
export function serveAll(settings: Settings): ReturnType<typeof serveMetrics> {
  const all = new AggregatorRegistry();
  return serveMetrics(settings.METRICS_HOST, settings.METRICS_PORT!, all.contentType, () => all.clusterMetrics());
}
