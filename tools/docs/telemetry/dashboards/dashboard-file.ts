import type { Dashboard, Panel } from './panel';

export const dashboardFile = ({ name }: Dashboard) => `docs/operators/dashboards/${name}.json`;

/** The width of a panel, in columns. Grafana's grid has 24 columns. */
const WIDTH = 12;
/** The height of a panel, in rows of Grafana's grid. */
const HEIGHT = 8;
/** The version of the dashboard format. Grafana 9 and all later versions read this format. */
const SCHEMA_VERSION = 37;

const datasource = { type: 'prometheus', uid: '${datasource}' };

/**
 * Returns a dashboard in the format that Grafana imports. The only variable of the dashboard
 * selects the Prometheus server.
 */
export function dashboardJson(dashboard: Dashboard): object {
  return {
    uid: `keyhaven-${dashboard.name}`,
    title: dashboard.title,
    description: dashboard.description,
    tags: ['keyhaven'],
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    schemaVersion: SCHEMA_VERSION,
    time: { from: 'now-6h', to: 'now' },
    timezone: 'browser',
    templating: { list: [{ name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' }] },
    links: [{ type: 'dashboards', title: 'Keyhaven', tags: ['keyhaven'], asDropdown: true, includeVars: true }],
    panels: dashboard.panels.map(panelJson),
  };
}

function panelJson({ title, description, unit, queries }: Panel, index: number): object {
  const perRow = 24 / WIDTH;
  return {
    id: index + 1,
    type: 'timeseries',
    title,
    ...(description === undefined ? {} : { description }),
    datasource,
    gridPos: { x: (index % perRow) * WIDTH, y: Math.floor(index / perRow) * HEIGHT, w: WIDTH, h: HEIGHT },
    fieldConfig: { defaults: { unit, min: 0, custom: { lineWidth: 1, fillOpacity: 5 } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(({ expr, legend }, query) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + query),
      datasource,
      expr,
      legendFormat: legend,
    })),
  };
}
