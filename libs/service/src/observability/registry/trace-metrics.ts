import type { MetricDefinitions } from './metric-definition';

/** Metrics of the export of traces. */
export const traceMetrics = {
  keyhaven_trace_spans_total: {
    type: 'counter',
    help: 'Recorded spans: exported to the collector, failed to be exported, or dropped because too many waited',
    servedBy: 'process',
    labels: { outcome: { help: 'exported, failed or dropped' } },
  },
} as const satisfies MetricDefinitions;
