/** One alert: its rule, the series that test the rule, and its section in docs/operators/alerts.md. */
export interface Alert {
  /** The name of the alert in Prometheus, and the heading of its section. */
  name: string;
  /** critical: somebody should look immediately. warning: somebody should look on the same day. */
  severity: 'critical' | 'warning';
  /** The condition in PromQL. */
  expr: string;
  /** How long the condition must hold, as a duration of Prometheus. */
  for: string;
  /** One line for the notification. It may contain templates of Prometheus. */
  summary: string;
  description: string;
  /** The next four fields are the parts of the alert's section, in markdown. */
  meaning: string;
  users: string;
  look: string;
  act: string;
  /** Series for which the alert must fire. */
  fires: RuleTest;
  /** Series for which the alert must not fire. */
  quiet: RuleTest;
}

/** The values of each series, one per minute, in promtool's notation. The rule is checked after `minutes` minutes. */
export interface RuleTest {
  series: Readonly<Record<string, string>>;
  minutes: number;
}
