import type { Alert } from './alert';

/** Alerts about events and jobs, from the outbox to the consumers. */
export const eventAlerts: readonly Alert[] = [
  {
    name: 'KeyhavenOutboxOld',
    severity: 'warning',
    expr: 'max by (service) (keyhaven_outbox_oldest_seconds) > 60',
    for: '2m',
    summary: 'Changes of {{ $labels.service }} are published late',
    description:
      'An event or a job of {{ $labels.service }} has waited in the outbox for {{ $value | humanizeDuration }}.',
    meaning:
      'Events are published late, or a job of a document fails again and again. Normally both take less than a second.',
    users: 'Webhooks are late. Changes of this service appear late in others, such as a new booking on the calendar.',
    look: '`keyhaven_dependency_up` of the broker, `keyhaven_bus_failures_total` and `keyhaven_job_failures_total`. The log contains the document and the reason: `the bus refuses the events of a document`, `a job failed and will be retried`.',
    act: 'Restore Kafka if it does not answer. If the events of a single document are refused or its job fails, the log has the reason; the others are published nevertheless. If the backlog only grows, add processes of the service.',
    fires: {
      series: {
        'keyhaven_outbox_oldest_seconds{service="booking",instance="a"}': '0+60x10',
        'keyhaven_outbox_oldest_seconds{service="booking",instance="b"}': '0+60x10',
      },
      minutes: 6,
    },
    quiet: { series: { 'keyhaven_outbox_oldest_seconds{service="booking"}': '0 90 0 1 70 0 0 0' }, minutes: 7 },
  },
  {
    name: 'KeyhavenOutboxStuck',
    severity: 'critical',
    expr: 'max by (service) (keyhaven_outbox_oldest_seconds) > 900',
    for: '5m',
    summary: 'Changes of {{ $labels.service }} are not published',
    description:
      'An event or a job of {{ $labels.service }} has waited in the outbox for {{ $value | humanizeDuration }}.',
    meaning:
      'The same as [KeyhavenOutboxOld](#keyhavenoutboxold), for more than a quarter of an hour. Nothing is lost, but other services work with old copies.',
    users: 'Other services and subscribers do not see changes that were made since.',
    look: 'The same as for [KeyhavenOutboxOld](#keyhavenoutboxold). Also whether the outbox makes documents too large: `keyhaven_outbox_spilled_entries` counts entries that were moved out of them.',
    act: 'The same as for [KeyhavenOutboxOld](#keyhavenoutboxold). Do not remove entries from documents: consumers would miss those changes permanently.',
    fires: { series: { 'keyhaven_outbox_oldest_seconds{service="booking"}': '0+60x40' }, minutes: 25 },
    quiet: { series: { 'keyhaven_outbox_oldest_seconds{service="booking"}': '300x40' }, minutes: 25 },
  },
  {
    name: 'KeyhavenConsumerLag',
    severity: 'warning',
    expr: 'max by (group, topic) (keyhaven_consumer_lag_seconds) > 60',
    for: '5m',
    summary: '{{ $labels.group }} consumes {{ $labels.topic }} late',
    description:
      'The oldest event of {{ $labels.topic }} that {{ $labels.group }} has not consumed is at least {{ $value | humanizeDuration }} old.',
    meaning:
      'A consumer group is behind: its processes are too few, a handler fails and is retried, or the group has no member.',
    users:
      'The service works with old copies, for example pricing without the latest bookings. If the group begins with `webhook.`, webhooks are late.',
    look: '`keyhaven_consumer_lag_events`: does it grow? The log of the service: `paused` with a reason means that an event is retried, `consumer_restarts` that the consumer cannot work.',
    act: 'If an event is retried, remove the reason, which is in the log. If all events are handled but too slowly, add processes of the service, up to the number of partitions of the topic.',
    fires: {
      series: {
        'keyhaven_consumer_lag_seconds{service="pricing",group="pricing.occupancies",topic="keyhaven.booking"}':
          '0 64 64 128x10',
      },
      minutes: 8,
    },
    quiet: {
      series: {
        'keyhaven_consumer_lag_seconds{service="pricing",group="pricing.occupancies",topic="keyhaven.booking"}':
          '0 64 0 64 32x10',
      },
      minutes: 8,
    },
  },
  {
    name: 'KeyhavenDeadLetters',
    severity: 'warning',
    expr: 'max by (group, topic) (keyhaven_dead_letters_waiting) > 0 or sum by (group, topic) (increase(keyhaven_dead_letters_total[1h])) > 0',
    for: '0m',
    summary: '{{ $labels.group }} could not handle events of {{ $labels.topic }}',
    description: '{{ $value | humanize }} events of {{ $labels.topic }} are dead letters of {{ $labels.group }}.',
    meaning:
      'A consumer can never handle an event, because it is unreadable or refused. The event is kept as a dead letter, and later events are handled.',
    users: 'The change is missing in one service. Other records are not affected.',
    look: 'The log of the service: `an event can never be handled`, with the reason and `event_id`.',
    act: 'Repair the consumer, usually by a newer version. Then [redrive the dead letters](operations.md#dead-letters). In one process there are none to redrive: run a resync of the service that publishes the record.',
    fires: {
      series: {
        'keyhaven_dead_letters_total{service="pricing",group="pricing.occupancies",topic="keyhaven.booking"}':
          '0 0 1x10',
      },
      minutes: 5,
    },
    quiet: {
      series: {
        'keyhaven_dead_letters_total{service="pricing",group="pricing.occupancies",topic="keyhaven.booking"}': '4x100',
        'keyhaven_dead_letters_waiting{service="pricing",group="pricing.occupancies",topic="keyhaven.booking"}':
          '0x100',
      },
      minutes: 90,
    },
  },
  {
    name: 'KeyhavenJobsFail',
    severity: 'warning',
    expr: 'sum by (service, job_name) (increase(keyhaven_job_failures_total[5m])) > 0',
    for: '15m',
    summary: 'Jobs of {{ $labels.service }} keep failing',
    description: 'The job {{ $labels.job_name }} of {{ $labels.service }} has failed again and again for 15 minutes.',
    meaning: 'Follow-up work of a write fails and is retried. The events behind it in the same document wait.',
    users: 'It depends on the job: its name says what is missing. Changes of the same record are published late.',
    look: 'Log lines `a job failed and will be retried` with the job, the document and the reason.',
    act: 'Remove the reason, which is often another service that does not answer. The jobs then finish by themselves.',
    fires: {
      series: { 'keyhaven_job_failures_total{service="booking",job_name="settle_nights"}': '0+1x40' },
      minutes: 30,
    },
    quiet: {
      series: { 'keyhaven_job_failures_total{service="booking",job_name="settle_nights"}': '0 1 2 3 3x40' },
      minutes: 30,
    },
  },
  {
    name: 'KeyhavenLeaseLosses',
    severity: 'warning',
    expr: 'sum by (service, lease) (increase(keyhaven_lease_losses_total[15m])) > 5',
    for: '5m',
    summary: 'Processes of {{ $labels.service }} lose their leases',
    description:
      '{{ $value | humanize }} leases ({{ $labels.lease }}) of {{ $labels.service }} ran out during the work, in 15 minutes.',
    meaning:
      'A process holds a lease on what it works on, and renews it in time. Leases run out if the process or the database is overloaded or was suspended. Another process then does the same work again.',
    users:
      'Nothing wrong: all such work may be repeated. A webhook may arrive twice with the same id, and everything takes longer.',
    look: 'The event loop of the processes (`nodejs_eventloop_lag_p99_seconds`), the pool ("Keyhaven: database") and the time that MongoDB takes. Whether machines were suspended.',
    act: 'Add processes or processors. If the database is slow, relieve it.',
    fires: { series: { 'keyhaven_lease_losses_total{service="webhook",lease="delivery"}': '0+1x40' }, minutes: 30 },
    quiet: { series: { 'keyhaven_lease_losses_total{service="webhook",lease="delivery"}': '0 2 2x40' }, minutes: 30 },
  },
];
