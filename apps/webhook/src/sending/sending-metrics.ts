import { createCounter, createGauge, createHistogram } from '@keyhaven/service/observability/create-metric';
import type { DataMetrics } from '@keyhaven/service/observability/metrics';
import { boundedProbe } from '@keyhaven/service/operations/bounded-probe';
import { measuredGauge } from '@keyhaven/service/operations/measured-gauge';

export type SendingMetrics = ReturnType<typeof createSendingMetrics>;

/** How long a read of the age of the oldest due delivery may take, in milliseconds. */
const MEASURE_MS = 5000;

/** @param oldestDueAge returns how long the oldest due delivery has waited, in seconds. */
export function createSendingMetrics({ registry, leaseLosses }: DataMetrics, oldestDueAge: () => Promise<number>) {
  const measureOldest = boundedProbe(oldestDueAge, MEASURE_MS, 'reading the oldest due delivery');
  measuredGauge(registry, 'keyhaven_webhook_oldest_due_seconds', async () => [
    { labels: {}, value: await measureOldest() },
  ]);
  return {
    attempts: createCounter(registry, 'keyhaven_webhook_attempts_total'),
    duration: createHistogram(registry, 'keyhaven_webhook_attempt_duration_seconds'),
    firstAttemptLag: createHistogram(registry, 'keyhaven_webhook_first_attempt_lag_seconds'),
    heldEndpoints: createGauge(registry, 'keyhaven_webhook_held_endpoints'),
    leaseLosses,
  };
}
