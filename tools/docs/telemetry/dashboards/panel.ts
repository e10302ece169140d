/** A graph of a dashboard: one or more expressions of PromQL. */
export interface Panel {
  title: string;
  description?: string;
  /** A unit of Grafana. */
  unit: 's' | 'bytes' | 'short' | 'reqps' | 'percentunit' | 'none';
  /** The expressions of the graph. In a legend, Grafana replaces {{label}} with the value of the label. */
  queries: readonly { expr: string; legend: string }[];
}

export interface Dashboard {
  /** The name of the file, and the last part of the dashboard's id in Grafana. */
  name: string;
  title: string;
  description: string;
  panels: readonly Panel[];
}
