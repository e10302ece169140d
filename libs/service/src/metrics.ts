import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** The metrics that a service serves at /metrics on the operations port of its process. */
export interface Metrics {
  registry: Registry;
  requests: Histogram<'route' | 'status'>;
  published: Counter;
  busFailures: Counter;
  jobFailures: Counter<'job'>;
  publishLag: Histogram;
}

/** Makes the metrics of one service, in a registry of its own, so that several services can run in one process. */
export function createMetrics(service: string, withProcessMetrics: boolean): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (withProcessMetrics) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'keyhaven_http_request_duration_seconds',
      help: 'Requests by route and status',
      labelNames: ['route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    published: new Counter({
      name: 'keyhaven_events_published_total',
      help: 'Change events that the bus took',
      registers,
    }),
    busFailures: new Counter({
      name: 'keyhaven_bus_failures_total',
      help: 'Times that the bus took no events',
      registers,
    }),
    jobFailures: new Counter({
      name: 'keyhaven_job_failures_total',
      help: 'Steps that failed and are tried again',
      labelNames: ['job'],
      registers,
    }),
    publishLag: new Histogram({
      name: 'keyhaven_publish_lag_seconds',
      help: 'From commit to acknowledgement, the slowest of each batch',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600],
      registers,
    }),
  };
}
