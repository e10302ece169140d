import { databaseMetrics } from './database-metrics';
import { eventMetrics } from './event-metrics';
import { healthMetrics } from './health-metrics';
import type { MetricDefinition } from './metric-definition';
import { processMetrics } from './process-metrics';
import { requestMetrics } from './request-metrics';
import { traceMetrics } from './trace-metrics';
import { webhookMetrics } from './webhook-metrics';

/** All metrics that the platform itself creates. They are created only through create-metric.ts. */
export const createdMetrics = {
  ...healthMetrics,
  ...requestMetrics,
  ...eventMetrics,
  ...webhookMetrics,
  ...databaseMetrics,
  ...traceMetrics,
};

type Created = typeof createdMetrics;
/** The names of all metrics, or only of those of the given type, such as `counter`. */
export type MetricName<Type extends MetricDefinition['type'] = MetricDefinition['type']> = {
  [Name in keyof Created]: Created[Name]['type'] extends Type ? Name : never;
}[keyof Created];
/** The names of the labels of a metric, without `service`. */
export type LabelOf<Name extends MetricName> = Created[Name] extends { labels: infer Labels }
  ? Extract<keyof Labels, string>
  : never;

/** All metrics, grouped by subject for the documentation. */
export const metricGroups: readonly { title: string; metrics: Readonly<Record<string, MetricDefinition>> }[] = [
  { title: 'Health', metrics: healthMetrics },
  { title: 'Requests', metrics: requestMetrics },
  { title: 'Events and jobs', metrics: eventMetrics },
  { title: 'Webhooks', metrics: webhookMetrics },
  { title: 'Connections to the database', metrics: databaseMetrics },
  { title: 'Traces', metrics: traceMetrics },
  { title: 'Processes', metrics: processMetrics },
];

/** All metrics that a process can serve. */
export const metricRegistry: Readonly<Record<string, MetricDefinition>> = { ...createdMetrics, ...processMetrics };

/**
 * Returns the names of a metric's labels, as in /metrics. The label `le` is not included, because only
 * the buckets of a histogram have it.
 */
export function labelsOf(name: string): string[] {
  const definition = metricRegistry[name];
  if (!definition) throw new Error(`the registry of metrics has no ${name}`);
  const own = Object.keys(definition.labels ?? {});
  return name === 'keyhaven_build_info' ? own : ['service', ...own];
}
