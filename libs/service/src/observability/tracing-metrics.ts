import { tracing } from '@keyhaven/tracing/tracing';
import type { Registry } from 'prom-client';
import { createCounter } from './create-metric';

/**
 * Registers a counter of this process's spans, by outcome: exported, failed or dropped. It has no
 * values while tracing is off.
 */
export function registerTracingMetrics(registry: Registry): void {
  const spans = createCounter(registry, 'keyhaven_trace_spans_total', () => {
    spans.reset();
    for (const [outcome, count] of Object.entries(tracing?.counts ?? {})) spans.inc({ outcome }, count);
  });
}
