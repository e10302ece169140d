import type { MetricDefinitions } from './metric-definition';

const consumption = { topic: { help: 'the topic' }, group: { help: 'the consumer group' } };

/** Metrics of events and jobs, from the outbox to the consumers. */
export const eventMetrics = {
  keyhaven_outbox_documents: {
    type: 'gauge',
    help: 'Documents with events or jobs that wait in their outbox',
    servedBy: 'data service',
    isShared: true,
  },
  keyhaven_outbox_spilled_entries: {
    type: 'gauge',
    help: 'Outbox entries that are stored outside of their document, because it had no room for them',
    servedBy: 'data service',
    isShared: true,
  },
  keyhaven_outbox_oldest_seconds: {
    type: 'gauge',
    help: 'How long the oldest outbox entry has waited; 0 if none waits',
    servedBy: 'data service',
    isShared: true,
  },
  keyhaven_events_published_total: {
    type: 'counter',
    help: 'Change events that the bus acknowledged',
    servedBy: 'data service',
  },
  keyhaven_publish_lag_seconds: {
    type: 'histogram',
    help: 'Time from commit to acknowledgement, of the slowest event in each batch',
    servedBy: 'data service',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600],
  },
  keyhaven_bus_failures_total: {
    type: 'counter',
    help: 'Failed attempts to publish events to the bus',
    servedBy: 'data service',
  },
  keyhaven_job_failures_total: {
    type: 'counter',
    help: 'Jobs that failed and will be retried',
    servedBy: 'data service',
    labels: { job_name: { help: 'the name of the job in the code' } },
  },
  keyhaven_consumer_lag_events: {
    type: 'gauge',
    help: 'Events that a consumer group has not consumed yet',
    servedBy: 'data service with Kafka',
    labels: consumption,
    isShared: true,
  },
  keyhaven_consumer_lag_seconds: {
    type: 'gauge',
    help: 'Minimum age of the oldest event not consumed yet, rounded to a power of two; 0 if there is none',
    servedBy: 'data service with Kafka',
    labels: consumption,
    isShared: true,
  },
  keyhaven_dead_letters_total: {
    type: 'counter',
    help: 'Events that became dead letters, because the consumer group can never handle them',
    servedBy: 'data service',
    labels: consumption,
  },
  keyhaven_dead_letters_waiting: {
    type: 'gauge',
    help: 'Dead letters of a consumer group that were not redriven yet',
    servedBy: 'data service with Kafka',
    labels: consumption,
    isShared: true,
  },
  keyhaven_lease_losses_total: {
    type: 'counter',
    help: 'Leases that ran out while their holder still worked, so that another process may have done the same work',
    servedBy: 'data service',
    labels: {
      lease: {
        help: 'outbox: publishing a document; job: a job of a document; delivery: an endpoint of webhooks; catch_up: old events of a subscription; resync; mail: an e-mail',
        values: ['outbox', 'job', 'delivery', 'catch_up', 'resync', 'mail'],
      },
    },
  },
} as const satisfies MetricDefinitions;
