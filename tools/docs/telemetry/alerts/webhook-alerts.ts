import type { Alert } from './alert';

const lag = 'keyhaven_webhook_first_attempt_lag_seconds_bucket';
const attempts = 'keyhaven_webhook_attempts_total';

export const webhookAlerts: readonly Alert[] = [
  {
    name: 'KeyhavenDeliveriesLate',
    severity: 'warning',
    expr: 'max(keyhaven_webhook_oldest_due_seconds) > 900',
    for: '15m',
    summary: 'Webhooks are sent late',
    description: 'A delivery has been due for {{ $value | humanizeDuration }}.',
    meaning:
      'Deliveries wait although they are due. Either the webhook service cannot keep up, or a single endpoint fails: it gets one request at a time, with pauses, and its waiting deliveries count too.',
    users:
      'If the service cannot keep up, integrations receive changes late. If one endpoint fails, only this endpoint receives them late. No change is lost, and the changes of each record arrive in order.',
    look: 'The dashboard "Keyhaven: webhooks": if most attempts are `delivered` and the time to the first attempt is short, a single endpoint causes this. Otherwise look at the processes of webhook and at their database. While a subscription receives old changes from the event log, the alert shows their age.',
    act: 'If the service cannot keep up, add processes of webhook. For a single endpoint and for old changes there is nothing to do: the delivery log in the portal shows its owner why.',
    fires: { series: { 'keyhaven_webhook_oldest_due_seconds{service="webhook"}': '0+60x60' }, minutes: 40 },
    quiet: { series: { 'keyhaven_webhook_oldest_due_seconds{service="webhook"}': '0+60x20 0x40' }, minutes: 40 },
  },
  {
    name: 'KeyhavenWebhooksUnstored',
    severity: 'warning',
    expr: 'max(keyhaven_webhook_unstored_oldest_seconds) > 60',
    for: '5m',
    summary: 'The webhook service cannot store changes',
    description:
      'The webhook service received a change {{ $value | humanizeDuration }} after it was made, or cannot store its deliveries.',
    meaning: 'Changes arrive at the webhook service, but their deliveries are stored late.',
    users: 'Webhooks and the event log are late.',
    look: 'The database of webhook: its load and its answers. The log of the webhook service.',
    act: 'Restore or relieve the database. The changes are kept by Kafka, or by the outbox if everything runs in one process.',
    fires: { series: { 'keyhaven_webhook_unstored_oldest_seconds{service="webhook"}': '0+60x20' }, minutes: 10 },
    quiet: { series: { 'keyhaven_webhook_unstored_oldest_seconds{service="webhook"}': '0 120 0x20' }, minutes: 10 },
  },
  {
    name: 'KeyhavenFirstAttemptsLate',
    severity: 'warning',
    expr: `histogram_quantile(0.95, sum by (le) (rate(${lag}[10m]))) > 60`,
    for: '10m',
    summary: 'Changes reach subscribers late',
    description: 'One of twenty changes reached its subscriber only after {{ $value | humanizeDuration }}.',
    meaning:
      'The time from a change to the first attempt to deliver it is long. It includes the outbox, Kafka and the webhook service. Replays and old changes from the event log do not count.',
    users: 'Integrations receive changes late.',
    look: '`keyhaven_outbox_oldest_seconds`, then `keyhaven_consumer_lag_seconds{service="webhook"}`, then `keyhaven_webhook_oldest_due_seconds`: the first of them that is high shows where changes wait.',
    act: 'Follow the section of the alert for that part.',
    fires: {
      series: {
        [`${lag}{service="webhook",le="60"}`]: '0+50x40',
        [`${lag}{service="webhook",le="300"}`]: '0+100x40',
        [`${lag}{service="webhook",le="+Inf"}`]: '0+100x40',
      },
      minutes: 30,
    },
    quiet: {
      series: {
        [`${lag}{service="webhook",le="60"}`]: '0+99x40',
        [`${lag}{service="webhook",le="300"}`]: '0+100x40',
        [`${lag}{service="webhook",le="+Inf"}`]: '0+100x40',
      },
      minutes: 30,
    },
  },
  {
    name: 'KeyhavenDeliveriesFail',
    severity: 'warning',
    expr: `sum(rate(${attempts}{outcome!="delivered"}[15m])) / sum(rate(${attempts}[15m])) > 0.5 and sum(rate(${attempts}[15m])) > 0.1`,
    for: '15m',
    summary: 'Most webhooks fail',
    description: '{{ $value | humanizePercentage }} of all attempts to deliver webhooks failed.',
    meaning: 'More than half of all attempts fail. That is rarely the fault of all these subscribers.',
    users: 'Integrations miss webhooks until they are repeated. After days of failures, subscriptions are disabled.',
    look: 'The delivery log in the portal shows the errors. Whether the processes of webhook can reach the internet and its name servers.',
    act: 'Restore the network. Failed deliveries are repeated by themselves. If only one large subscriber fails, notify its owner.',
    fires: {
      series: {
        [`${attempts}{service="webhook",outcome="delivered"}`]: '0+10x60',
        [`${attempts}{service="webhook",outcome="failed"}`]: '0+30x60',
      },
      minutes: 45,
    },
    quiet: {
      series: {
        [`${attempts}{service="webhook",outcome="delivered"}`]: '0+30x60',
        [`${attempts}{service="webhook",outcome="failed"}`]: '0+10x60',
      },
      minutes: 45,
    },
  },
];
