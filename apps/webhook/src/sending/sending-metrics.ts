import type { Metrics } from '@keyhaven/service/metrics';
import { Counter, Gauge, Histogram } from 'prom-client';

/** The numbers that tell how deliveries do. */
export interface SendingMetrics {
  attempts: Counter<'outcome'>;
  duration: Histogram;
  firstAttemptLag: Histogram;
  oldestDueAge: Gauge;
  heldEndpoints: Gauge;
}

export function createSendingMetrics({ registry }: Metrics): SendingMetrics {
  const registers = [registry];
  return {
    attempts: new Counter({
      name: 'keyhaven_webhook_attempts_total',
      help: 'Attempts by what came of them: delivered, failed, gone, dead (the last that failed)',
      labelNames: ['outcome'],
      registers,
    }),
    duration: new Histogram({
      name: 'keyhaven_webhook_attempt_duration_seconds',
      help: 'How long endpoints took',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    }),
    firstAttemptLag: new Histogram({
      name: 'keyhaven_webhook_first_attempt_lag_seconds',
      help: 'From the commit of a change to the first attempt to tell it',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600],
      registers,
    }),
    oldestDueAge: new Gauge({
      name: 'keyhaven_webhook_oldest_due_seconds',
      help: 'For how long the oldest due delivery has waited; 0 when none is due',
      registers,
    }),
    heldEndpoints: new Gauge({
      name: 'keyhaven_webhook_held_endpoints',
      help: 'Endpoints that this process is sending to',
      registers,
    }),
  };
}
