import { type Counter, type Histogram, Registry } from 'prom-client';
import { createCounter, createHistogram } from './create-metric';
import { registerProcessMetrics } from './register-process-metrics';
import { registerTracingMetrics } from './tracing-metrics';

/** The metrics of a service, which the operations port of its process serves at /metrics. */
export interface Metrics {
  registry: Registry;
  requests: Histogram<'route' | 'status'>;
}

/**
 * Creates the metrics of one service. Each service has its own registry, so several services can
 * run in one process.
 */
export function createMetrics(service: string, withProcessMetrics: boolean): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  if (withProcessMetrics) registerProcessMetrics(registry);
  if (withProcessMetrics) registerTracingMetrics(registry);
  return { registry, requests: createHistogram(registry, 'keyhaven_http_request_duration_seconds') };
}

/** The metrics of a service that stores data. */
export interface DataMetrics extends Metrics {
  published: Counter;
  busFailures: Counter;
  jobFailures: Counter<'job_name'>;
  publishLag: Histogram;
  leaseLosses: Counter<'lease'>;
  deadLetters: Counter<'topic' | 'group'>;
  clockDifferences: Counter<'issuer'>;
}

export function createDataMetrics(service: string, withProcessMetrics: boolean): DataMetrics {
  const metrics = createMetrics(service, withProcessMetrics);
  const { registry } = metrics;
  return {
    ...metrics,
    published: createCounter(registry, 'keyhaven_events_published_total'),
    busFailures: createCounter(registry, 'keyhaven_bus_failures_total'),
    jobFailures: createCounter(registry, 'keyhaven_job_failures_total'),
    publishLag: createHistogram(registry, 'keyhaven_publish_lag_seconds'),
    leaseLosses: createCounter(registry, 'keyhaven_lease_losses_total'),
    deadLetters: createCounter(registry, 'keyhaven_dead_letters_total'),
    clockDifferences: createCounter(registry, 'keyhaven_token_clock_differences_total'),
  };
}
