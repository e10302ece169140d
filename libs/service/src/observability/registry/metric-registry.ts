import { databaseMetrics } from './database-metrics';
import { eventMetrics } from './event-metrics';
import { healthMetrics } from './health-metrics';
import type { MetricDefinition } from './metric-definition';
import { processMetrics } from './process-metrics';
import { requestMetrics } from './request-metrics';
import { traceMetrics } from './trace-metrics';
import { webhookMetrics } from './webhook-metrics';

/** The metrics that the platform creates. Nothing else creates one (see create-metric.ts). */
export const createdMetrics = {
  ...healthMetrics,
  ...requestMetrics,
  ...eventMetrics,
  ...webhookMetrics,
  ...databaseMetrics,
  ...traceMetrics,
};

type Created = typeof createdMetrics;
/** The names of all metrics, or of those that have a type, such as `counter`. */
export type MetricName<Type extends MetricDefinition['type'] = MetricDefinition['type']> = {
  [Name in keyof Created]: Created[Name]['type'] extends Type ? Name : never;
}[keyof Created];
/** The names of a metric's labels, without `service`. */
export type LabelOf<Name extends MetricName> = Created[Name] extends { labels: infer Labels }
  ? Extract<keyof Labels, string>
  : never;

/** All metrics in groups, for the documents. */
export const metricGroups: readonly { title: string; metrics: Readonly<Record<string, MetricDefinition>> }[] = [
  { title: 'Health', metrics: healthMetrics },
  { title: 'Requests', metrics: requestMetrics },
  { title: 'Events and jobs', metrics: eventMetrics },
  { title: 'Webhooks', metrics: webhookMetrics },
  { title: 'Connections to the database', metrics: databaseMetrics },
  { title: 'Traces', metrics: traceMetrics },
  { title: 'Processes', metrics: processMetrics },
];

/** Every metric that a process can serve. */
export const metricRegistry: Readonly<Record<string, MetricDefinition>> = { ...createdMetrics, ...processMetrics };

/** The names of a metric's labels, as they are in /metrics. A histogram also has `le` on its buckets. */
export function labelsOf(name: string): string[] {
  const definition = metricRegistry[name];
  if (!definition) throw new Error(`the registry of metrics has no ${name}`);
  const own = Object.keys(definition.labels ?? {});
  return name === 'keyhaven_build_info' ? own : ['service', ...own];
}
