import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { MetricDefinition } from './registry/metric-definition';
import { createdMetrics, type LabelOf, type MetricName } from './registry/metric-registry';

/**
 * Creates a counter of the registry of metrics. It starts at 0 for all values of its labels that the registry lists.
 * @param collect sets its values before each reading, if something else counts.
 */
export function createCounter<Name extends MetricName<'counter'>>(
  registry: Registry,
  name: Name,
  collect?: () => void,
): Counter<LabelOf<Name>> {
  const counter = new Counter<LabelOf<Name>>({ ...configurationOf(registry, name), collect });
  const { labels = {} }: MetricDefinition = createdMetrics[name];
  // Prometheus computes increases from the second value on. Without this, the first increase would be missed.
  const [only, ...others] = Object.entries(labels);
  if (only && others.length === 0)
    for (const value of only[1].values ?? []) counter.inc({ [only[0] as LabelOf<Name>]: value }, 0);
  return counter;
}

/** Creates a gauge of the registry of metrics. */
export function createGauge<Name extends MetricName<'gauge'>>(
  registry: Registry,
  name: Name,
  collect?: () => Promise<void>,
): Gauge<LabelOf<Name>> {
  return new Gauge<LabelOf<Name>>({ ...configurationOf(registry, name), collect });
}

/** Creates a histogram of the registry of metrics. */
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
