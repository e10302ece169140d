import type { Alert } from './alert';
import { eventAlerts } from './event-alerts';
import { healthAlerts } from './health-alerts';
import { processAlerts } from './process-alerts';
import { requestAlerts } from './request-alerts';
import { webhookAlerts } from './webhook-alerts';

/** Every alert, in the groups of the rule file and of the page. */
export const alertGroups: readonly { name: string; title: string; alerts: readonly Alert[] }[] = [
  { name: 'keyhaven-health', title: 'Processes and what they depend on', alerts: healthAlerts },
  { name: 'keyhaven-requests', title: 'Requests', alerts: requestAlerts },
  { name: 'keyhaven-events', title: 'Events and jobs', alerts: eventAlerts },
  { name: 'keyhaven-webhooks', title: 'Webhooks', alerts: webhookAlerts },
  { name: 'keyhaven-resources', title: 'Resources of processes', alerts: processAlerts },
];
