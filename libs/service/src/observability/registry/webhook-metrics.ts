import type { MetricDefinitions } from './metric-definition';

/** Metrics of the webhook service. */
export const webhookMetrics = {
  keyhaven_webhook_unstored_events: {
    type: 'gauge',
    help: 'Changes that this process has received and whose deliveries are not stored yet',
    servedBy: ['webhook'],
  },
  keyhaven_webhook_unstored_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest change whose deliveries are not stored yet; 0 if there is none',
    servedBy: ['webhook'],
  },
  keyhaven_webhook_oldest_due_seconds: {
    type: 'gauge',
    help: 'How long the oldest due delivery has waited; 0 if none is due',
    servedBy: ['webhook'],
    isShared: true,
  },
  keyhaven_webhook_attempts_total: {
    type: 'counter',
    help: 'Attempts to deliver a webhook by outcome',
    servedBy: ['webhook'],
    labels: {
      outcome: {
        help: 'delivered; failed; gone: the endpoint answered 410; dead: the last attempt failed',
        values: ['delivered', 'failed', 'gone', 'dead'],
      },
    },
  },
  keyhaven_webhook_attempt_duration_seconds: {
    type: 'histogram',
    help: 'How long endpoints took to answer',
    servedBy: ['webhook'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  },
  keyhaven_webhook_first_attempt_lag_seconds: {
    type: 'histogram',
    help: 'Time from the commit of a change to the first attempt to deliver it, without replays and changes that a new subscription receives from the event log',
    servedBy: ['webhook'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600],
  },
  keyhaven_webhook_held_endpoints: {
    type: 'gauge',
    help: 'Endpoints that this process is sending to',
    servedBy: ['webhook'],
  },
} as const satisfies MetricDefinitions;
