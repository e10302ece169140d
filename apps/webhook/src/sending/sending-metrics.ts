import type { Metrics } from '@keyhaven/service/metrics';
import { boundedProbe } from '@keyhaven/service/operations/bounded-probe';
import { measuredGauge } from '@keyhaven/service/operations/measured-gauge';
import { Counter, Gauge, Histogram } from 'prom-client';

/** Metrics of deliveries. */
export interface SendingMetrics {
  attempts: Counter<'outcome'>;
  duration: Histogram;
  firstAttemptLag: Histogram;
  heldEndpoints: Gauge;
}

/** The limit for reading the age of the oldest due delivery, in milliseconds. */
const MEASURE_MS = 5000;

/** @param oldestDueAge reads how long the oldest due delivery has waited, in seconds. */
export function createSendingMetrics({ registry }: Metrics, oldestDueAge: () => Promise<number>): SendingMetrics {
  const registers = [registry];
  const measureOldest = boundedProbe(oldestDueAge, MEASURE_MS, 'reading the oldest due delivery');
  measuredGauge(
    registry,
    {
      name: 'keyhaven_webhook_oldest_due_seconds',
      help: 'For how long the oldest due delivery has waited; 0 when none is due',
    },
    async () => [{ labels: {}, value: await measureOldest() }],
  );
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
      help: 'From the commit of a change to the first attempt to deliver it',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600],
      registers,
    }),
    heldEndpoints: new Gauge({
      name: 'keyhaven_webhook_held_endpoints',
      help: 'Endpoints that this process is sending to',
      registers,
    }),
  };
}
