import { metricRegistry, labelsOf } from '@keyhaven/service/observability/registry/metric-registry';
import { parser } from '@prometheus-io/lezer-promql';

/** Metrics that Prometheus adds for each process that it scrapes. */
const ADDED_METRICS = ['up'];
/** Labels that Prometheus adds to all metrics. */
const ADDED_LABELS = ['job', 'instance'];
/** Functions of PromQL that create labels. They are refused, because the labels cannot be checked. */
const LABEL_FUNCTIONS = ['LabelReplace', 'LabelJoin'];

/**
 * Checks an expression of PromQL against the registry of metrics.
 * @returns what is wrong: a syntax error, a metric that is not in the registry, a label that no metric of the
 *   expression has, or a function that creates labels.
 */
export function faultsOf(expr: string): string[] {
  const faults: string[] = [];
  const metrics: string[] = [];
  /** Labels in `by`, `without`, `on` and `ignoring`. */
  const grouping: string[] = [];
  const text = ({ from, to }: { from: number; to: number }) => expr.slice(from, to);
  parser.parse(expr).iterate({
    enter: (ref) => {
      if (ref.type.isError) faults.push(`syntax error at position ${ref.from}`);
      if (LABEL_FUNCTIONS.includes(ref.name)) faults.push(`${ref.name} makes labels that cannot be checked`);
      if (ref.name === 'VectorSelector') {
        const metric = ref.node.getChild('Identifier');
        if (!metric) return void faults.push('a selector without the name of a metric');
        const name = text(metric);
        metrics.push(name);
        const allowed = labelsIn(name);
        if (!allowed) return void faults.push(`there is no metric ${name}`);
        ref.node.cursor().iterate((inner) => {
          if (inner.name === 'LabelName' && inner.node.parent?.name.endsWith('LabelMatcher')) {
            if (!allowed.includes(text(inner))) faults.push(`${name} has no label ${text(inner)}`);
          }
        });
      }
      if (ref.name === 'LabelName' && ref.node.parent?.name === 'GroupingLabels') grouping.push(text(ref));
    },
  });
  if (metrics.length === 0) faults.push('no metric is used');
  const known = metrics.flatMap((name) => labelsIn(name) ?? []);
  for (const label of grouping) if (!known.includes(label)) faults.push(`no metric of it has a label ${label}`);
  return faults;
}

/** The metrics that an expression uses. */
export function metricsIn(expr: string): string[] {
  const found: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, node }) => {
      const metric = name === 'VectorSelector' ? node.getChild('Identifier') : null;
      if (metric) found.push(expr.slice(metric.from, metric.to));
    },
  });
  return [...new Set(found)];
}

/** The labels of a series; undefined if the series belongs to no metric in the registry. */
function labelsIn(series: string): string[] | undefined {
  if (ADDED_METRICS.includes(series)) return ADDED_LABELS;
  const definition = metricRegistry[series];
  if (definition && definition.type !== 'histogram') return [...labelsOf(series), ...ADDED_LABELS];
  const [, name, part] = /^(.*)_(bucket|count|sum)$/.exec(series) ?? [];
  if (name === undefined || metricRegistry[name]?.type !== 'histogram') return undefined;
  return [...labelsOf(name), ...ADDED_LABELS, ...(part === 'bucket' ? ['le'] : [])];
}
