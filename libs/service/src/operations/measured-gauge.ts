import type { Registry } from 'prom-client';
import { createGauge } from '../observability/create-metric';
import { labelsOf, type LabelOf, type MetricName } from '../observability/registry/metric-registry';

/** A value of a gauge, with its labels. */
export interface Sample<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

/**
 * Registers a gauge that is measured each time it is read. If the measurement fails, the gauge has
 * no value, because an old value would hide the failure.
 * @param measure returns the values. It must return within a limited time.
 */
export function measuredGauge<Name extends MetricName<'gauge'>>(
  registry: Registry,
  name: Name,
  measure: () => Promise<readonly Sample<LabelOf<Name>>[]> | readonly Sample<LabelOf<Name>>[],
): void {
  const hasLabels = labelsOf(name).length > 1;
  const gauge = createGauge(registry, name, async () => {
    gauge.reset();
    // Resetting a gauge without labels sets it to 0. Remove this value, so that the gauge has no
    // value if the measurement fails.
    if (!hasLabels) gauge.remove();
    for (const { labels, value } of await Promise.resolve(measure()).catch(() => [])) gauge.set(labels, value);
  });
}
