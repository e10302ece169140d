import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { MetricDefinition } from './registry/metric-definition';
import { createdMetrics, type LabelOf, type MetricName } from './registry/metric-registry';
import { processMetrics } from './registry/process-metrics';

/**
 * Creates a counter that is defined in the metric registry. If it has exactly one label, it starts
 * at 0 for each value that the registry lists for this label.
 * @param collect is called before each reading, to set values that are counted elsewhere.
 */
export function createCounter<Name extends MetricName<'counter'>>(
  registry: Registry,
  name: Name,
  collect?: () => void,
): Counter<LabelOf<Name>> {
  const counter = new Counter<LabelOf<Name>>({ ...configurationOf(registry, name), collect });
  const { labels = {} }: MetricDefinition = createdMetrics[name];
  // Prometheus computes increases from the second value on. Without the initial 0, it would miss
  // the first increase.
  const [only, ...others] = Object.entries(labels);
  if (only && others.length === 0)
    for (const value of only[1].values ?? []) counter.inc({ [only[0] as LabelOf<Name>]: value }, 0);
  return counter;
}

/** Creates a gauge that is defined in the metric registry. */
export function createGauge<Name extends MetricName<'gauge'>>(
  registry: Registry,
  name: Name,
  collect?: () => Promise<void>,
): Gauge<LabelOf<Name>> {
  return new Gauge<LabelOf<Name>>({ ...configurationOf(registry, name), collect });
}

/** Creates a gauge of the process itself. */
export function createProcessGauge(registry: Registry, name: keyof typeof processMetrics, collect?: () => void): Gauge {
  return new Gauge({ name, help: processMetrics[name].help, registers: [registry], collect });
}

/** Creates the metric with the start time of the process, without the other metrics of a process. */
export function createStartTime(registry: Registry): void {
  const gauge = createProcessGauge(registry, 'process_start_time_seconds');
  gauge.set(Math.round(Date.now() / 1000 - process.uptime()));
}

/** Creates a histogram that is defined in the metric registry. */
export function createHistogram<Name extends MetricName<'histogram'>>(
  registry: Registry,
  name: Name,
): Histogram<LabelOf<Name>> {
  const { buckets = [] }: MetricDefinition = createdMetrics[name];
  return new Histogram<LabelOf<Name>>({ ...configurationOf(registry, name), buckets: [...buckets] });
}

function configurationOf<Name extends MetricName>(registry: Registry, name: Name) {
  const { help, labels = {} }: MetricDefinition = createdMetrics[name];
  return { name, help, labelNames: Object.keys(labels) as LabelOf<Name>[], registers: [registry] };
}
