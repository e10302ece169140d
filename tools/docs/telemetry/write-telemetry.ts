/**
 * `npm run docs:telemetry` writes the pages of metrics and alerts, the alert rules and the dashboards. telemetry.test.ts
 * fails if one of them is out of date.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { ALERTS_PAGE, alertsPage } from './alerts-page';
import { dashboards } from './dashboards/all-dashboards';
import { dashboardFile, dashboardJson } from './dashboards/dashboard-file';
import { METRICS_PAGE, metricsPage } from './metrics-page';
import { RULE_FILE, ruleFile } from './rule-file';

export const root = path.resolve(__dirname, '../../..');

/** Returns the generated files: the path within the repository, and the formatted content. */
export async function telemetryFiles(): Promise<Record<string, string>> {
  const contents: Record<string, string> = {
    [METRICS_PAGE]: metricsPage(),
    [ALERTS_PAGE]: alertsPage(),
    [RULE_FILE]: ruleFile(),
  };
  for (const dashboard of dashboards) contents[dashboardFile(dashboard)] = JSON.stringify(dashboardJson(dashboard));
  const formatted: Record<string, string> = {};
  for (const [file, content] of Object.entries(contents)) {
    const filepath = path.join(root, file);
    formatted[file] = await prettier.format(content, { ...(await prettier.resolveConfig(filepath)), filepath });
  }
  return formatted;
}

if (require.main === module) {
  void telemetryFiles().then((files) => {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), content);
    }
  });
}
