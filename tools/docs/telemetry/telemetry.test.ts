import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DATABASE_PREFIX, serviceNames } from '@keyhaven/contracts/platform/services';
import { metricRegistry } from '@keyhaven/service/observability/registry/metric-registry';
import { alertGroups } from './alerts/all-alerts';
import { dashboards } from './dashboards/all-dashboards';
import { faultsOf, metricsIn } from './promql';

const root = path.resolve(__dirname, '../../..');

const alerts = alertGroups.flatMap((group) => group.alerts);
const queries = dashboards.flatMap(({ name, panels }) =>
  panels.flatMap((panel) =>
    panel.queries.map(({ expr, legend }) => ({ panel: `${name}: ${panel.title}`, expr, legend })),
  ),
);
/** Replaces the variable of Grafana in an expression with a duration, as Grafana does. */
const withoutVariables = (expr: string) => expr.replaceAll('$__rate_interval', '5m');

describe('the generated files about metrics, alerts and dashboards', () => {
  let files: Record<string, string>;
  beforeAll(() => {
    // Prettier runs in a separate process, because it is an ES module, which jest does not load.
    const program = `require('./tools/docs/telemetry/write-telemetry.ts').telemetryFiles().then((files) => process.stdout.write(JSON.stringify(files)))`;
    const output = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', program], {
      cwd: root,
      encoding: 'utf8',
    });
    files = JSON.parse(output) as Record<string, string>;
  }, 60_000);

  it('are up to date (npm run docs:telemetry writes them)', () => {
    for (const [file, content] of Object.entries(files))
      expect({ file, content: readFileSync(path.join(root, file), 'utf8') }).toEqual({ file, content });
  });

  it('include every file in the folder of dashboards', () => {
    const folder = 'docs/operators/dashboards';
    const written = Object.keys(files).filter((file) => file.startsWith(folder));
    expect(readdirSync(path.join(root, folder)).sort()).toEqual(written.map((file) => path.basename(file)).sort());
  });
});

describe('the registry of metrics', () => {
  it.each(Object.entries(metricRegistry))(
    'gives the metric %s a name that follows the conventions of Prometheus',
    (name, { type, servedBy }) => {
      expect(name).toMatch(/^(keyhaven|process|nodejs)_[a-z][a-z0-9_]*$/);
      if (type === 'counter') expect(name).toMatch(/_total$/);
      if (name.startsWith('keyhaven_') && type !== 'counter') expect(name).not.toMatch(/_total$/);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kilobytes|kb)(_|$)/);
      expect(servedBy).not.toEqual([]);
    },
  );

  it('has no labels named job or instance, and no labels whose values are ids', () => {
    const labels = Object.values(metricRegistry).flatMap(({ labels = {} }) => Object.keys(labels));
    expect(labels).not.toContain('job');
    expect(labels).not.toContain('instance');
    expect(labels.filter((label) => /(^|_)(id|user|account|address|path)$/.test(label))).toEqual([]);
  });
});

describe('the alerts', () => {
  it.each(alerts)('use only metrics and labels of the registry: $name', ({ expr, summary, description }) => {
    expect(faultsOf(expr)).toEqual([]);
    // The texts may use only labels that are in the expression, or that every series has.
    for (const [, label] of `${summary} ${description}`.matchAll(/\$labels\.(\w+)/g))
      expect(`${expr} job instance service`).toContain(label);
  });

  it.each(alerts)(
    'have tests that use only the metrics in the expression of the alert: $name',
    ({ name, expr, fires, quiet }) => {
      const used = (series: object) => Object.keys(series).map((one) => one.replace(/\{.*/, ''));
      const tested = new Set([...used(fires.series), ...used(quiet.series)]);
      if (name !== 'KeyhavenNoMetrics') for (const one of tested) expect(metricsIn(expr)).toContain(one);
      for (const one of Object.keys({ ...fires.series, ...quiet.series }))
        if (one !== 'other') expect({ one, faults: faultsOf(one) }).toEqual({ one, faults: [] });
    },
  );

  it('have unique names', () => {
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
  });

  it('have texts that end with a period', () => {
    for (const { name, description, meaning, users, look, act } of alerts)
      for (const text of [description, meaning, users, look, act])
        expect([name, text]).toEqual([name, expect.stringMatching(/\.$/)]);
  });
});

describe('the dashboards', () => {
  it.each(queries)('use only metrics and labels of the registry: $panel', ({ expr, legend }) => {
    expect(faultsOf(withoutVariables(expr))).toEqual([]);
    for (const [, label] of legend.matchAll(/\{\{(\w+)\}\}/g)) expect(`${expr} service instance`).toContain(label);
  });

  it('show every metric of the platform', () => {
    const shown = new Set(queries.flatMap(({ expr }) => metricsIn(withoutVariables(expr))));
    const created = Object.entries(metricRegistry).filter(([name]) => name.startsWith('keyhaven_'));
    const isShown = ([name, { type }]: (typeof created)[number]) =>
      type === 'histogram' ? shown.has(`${name}_bucket`) : shown.has(name);
    expect(created.filter((entry) => !isShown(entry)).map(([name]) => name)).toEqual([]);
  });
});

describe('the documents', () => {
  const pages = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(operators|integrators|developers)\/.*\.md$/.test(file),
  );
  /**
   * Words in the documents that begin like the names of metrics but are not metrics: names of databases, and the
   * external label of Prometheus.
   */
  const others = [...serviceNames.map((name) => DATABASE_PREFIX + name), 'keyhaven_url'];

  it.each(pages)('mention only metrics that are in the registry: %s', (page) => {
    const named = readFileSync(path.join(root, 'docs', page), 'utf8').matchAll(/`(keyhaven_\w+)[`{]/g);
    const unknown = [...named].map(([, name]) => name!).filter((name) => !others.includes(name));
    expect(unknown.filter((name) => !(name in metricRegistry))).toEqual([]);
  });
});

describe('the check of PromQL expressions', () => {
  it.each([
    ['keyhaven_nothing > 0', 'there is no metric keyhaven_nothing'],
    ['keyhaven_ready{account="1"} > 0', 'keyhaven_ready has no label account'],
    ['sum by (topic) (keyhaven_ready)', 'no metric of it has a label topic'],
    ['rate(keyhaven_publish_lag_seconds[5m])', 'there is no metric keyhaven_publish_lag_seconds'],
    ['sum by (le) (keyhaven_publish_lag_seconds_count)', 'no metric of it has a label le'],
    ['keyhaven_ready_count', 'there is no metric keyhaven_ready_count'],
    ['{service="booking"}', 'a selector without the name of a metric'],
    ['label_replace(keyhaven_ready, "a", "b", "c", "d")', 'LabelReplace makes labels that cannot be checked'],
    ['1 > 0', 'no metric is used'],
  ])('refuses %s', (expr, fault) => expect(faultsOf(expr)).toContain(fault));

  it('refuses an expression with a syntax error', () => {
    expect(faultsOf('sum(keyhaven_ready')).toEqual([expect.stringContaining('syntax error')]);
  });
});
