import type { Registry } from 'prom-client';
import { createGauge } from '../observability/create-metric';
import { labelsOf, type LabelOf, type MetricName } from '../observability/registry/metric-registry';

/** One value of a gauge. */
export interface Sample<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

/**
 * Registers a gauge that is measured whenever it is read. If measuring fails, the gauge has no value, because an old
 * value would hide the failure.
 * @param measure must return within a bounded time.
 */
export function measuredGauge<Name extends MetricName<'gauge'>>(
  registry: Registry,
  name: Name,
  measure: () => Promise<readonly Sample<LabelOf<Name>>[]> | readonly Sample<LabelOf<Name>>[],
): void {
  const hasLabels = labelsOf(name).length > 1;
  const gauge = createGauge(registry, name, async () => {
    gauge.reset();
    // After a reset, a gauge without labels is 0. Remove its value, so that it is absent if measuring fails.
    if (!hasLabels) gauge.remove();
    for (const { labels, value } of await Promise.resolve(measure()).catch(() => [])) gauge.set(labels, value);
  });
}
