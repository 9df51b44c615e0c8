import { AggregatorRegistry } from 'prom-client';
import type { Settings } from '../settings.js';
import { Metrics } from './metrics.js';
import { serveMetrics } from './metrics-server.js';

/** The metrics of this process, where the settings ask for any. */
export function openMetrics({ METRICS_PORT: port }: Settings, isWorker: boolean): Metrics | undefined {
  if (port === undefined) return undefined;
  const metrics = new Metrics();
  if (isWorker) {
    // The first process asks each worker for its own, and adds them up.
    AggregatorRegistry.setRegistries([metrics.registry]);
    void new AggregatorRegistry();
  }
  return metrics;
}

/** Gives the metrics of this process. */
export function serveOwn(settings: Settings, { registry }: Metrics): ReturnType<typeof serveMetrics> {
  return serveMetrics(settings.METRICS_HOST, settings.METRICS_PORT!, registry.contentType, () => registry.metrics());
}

/** Gives the metrics of all workers, added up. */
export function serveAll(settings: Settings): ReturnType<typeof serveMetrics> {
  const all = new AggregatorRegistry();
  return serveMetrics(settings.METRICS_HOST, settings.METRICS_PORT!, all.contentType, () => all.clusterMetrics());
}
