import { dataServiceNames, serviceNames } from '@keyhaven/contracts/platform/services';
import type { MetricDefinition } from '@keyhaven/service/observability/registry/metric-definition';
import { createdMetrics, labelsOf, metricRegistry } from '@keyhaven/service/observability/registry/metric-registry';
import { linuxMetrics } from '@keyhaven/service/observability/registry/process-metrics';

const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
/** Matches values of labels that look like an id, an address or a path with an id, but not versions or statuses. */
const UNBOUNDED = /^\d{5,}$|\/\d+(\/|$)|@|[0-9a-f]{16}/;

/**
 * Compares the metrics that a process serves with the registry of metrics: finds missing and unknown metrics, and wrong
 * types, descriptions, labels and values of labels.
 * @param runs the services of the process, and whether it uses Kafka.
 * @returns what differs.
 */
export function metricFaults(text: string, runs: { services: readonly string[]; kafka: boolean }): string[] {
  const faults: string[] = [];
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
  for (const [name, type] of types) {
    if (!metricRegistry[name]) faults.push(`${name} is not in the registry`);
    else if (metricRegistry[name].type !== type) faults.push(`${name} is a ${type}`);
  }
  for (const [, name, help] of text.matchAll(/^# HELP (\S+) (.*)$/gm)) {
    if (name! in createdMetrics && metricRegistry[name!]!.help !== help) faults.push(`${name} has another description`);
  }
  for (const [name, definition] of Object.entries(metricRegistry)) {
    if (process.platform !== 'linux' && linuxMetrics.includes(name)) continue;
    const isServed = servers(definition, runs).length > 0;
    if (isServed && !types.has(name)) faults.push(`${name} is missing`);
    if (!isServed && types.has(name)) faults.push(`${name} is served here`);
  }
  for (const [, series, labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm))
    faults.push(...seriesFaults(series!, labels, runs));
  return [...new Set(faults)];
}

function seriesFaults(series: string, text: string, runs: { services: readonly string[]; kafka: boolean }): string[] {
  const name = metricRegistry[series] ? series : series.replace(/_(bucket|count|sum)$/, '');
  const definition = metricRegistry[name];
  if (!definition) return [`the series ${series} belongs to no metric`];
  const faults: string[] = [];
  const labels = new Map([...text.matchAll(LABEL)].map(([, label, value]) => [label!, value!]));
  const expected = [...labelsOf(name), ...(series.endsWith('_bucket') ? ['le'] : [])];
  if ([...labels.keys()].sort().join() !== expected.sort().join()) faults.push(`${series} has the labels ${text}`);
  for (const [label, value] of labels) {
    const values = definition.labels?.[label]?.values;
    if (values && !values.includes(value)) faults.push(`${series} has ${label}="${value}"`);
    if (UNBOUNDED.test(value)) faults.push(`${series} has the unbounded value ${label}="${value}"`);
  }
  const service = labels.get('service');
  const isOfProcess = definition.servedBy === 'process';
  if (service !== undefined && !isOfProcess && !servers(definition, runs).includes(service))
    faults.push(`${series} is served by ${service}`);
  return faults;
}

/**
 * Returns the services of the process that serve a metric. All services serve the metrics of the
 * process itself.
 */
function servers({ servedBy }: MetricDefinition, { services, kafka }: { services: readonly string[]; kafka: boolean }) {
  const isData = (service: string) => dataServiceNames.some((name) => name === service);
  return services.filter((service) => {
    if (!serviceNames.some((name) => name === service)) throw new Error(`there is no service ${service}`);
    if (typeof servedBy !== 'string') return servedBy.some((name) => name === service);
    if (servedBy === 'data service with Kafka') return kafka && isData(service);
    return servedBy === 'data service' ? isData(service) : true;
  });
}
