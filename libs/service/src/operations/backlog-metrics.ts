import type { EventBus } from '@keyhaven/events/event-bus';
import { measureOutbox } from '@keyhaven/persistence/outbox/measure-outbox';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { Connection } from 'mongoose';
import type { Registry } from 'prom-client';
import { boundedProbe } from './bounded-probe';
import { measuredGauge } from './measured-gauge';

type OutboxGauge = 'keyhaven_outbox_documents' | 'keyhaven_outbox_spilled_entries' | 'keyhaven_outbox_oldest_seconds';
type ConsumerGauge = 'keyhaven_consumer_lag_events' | 'keyhaven_consumer_lag_seconds' | 'keyhaven_dead_letters_waiting';

/** How long measuring the outbox or the consumers' lag may take, in milliseconds. */
const MEASURE_MS = 5000;

/**
 * Registers metrics of events that are waiting to be published, and of events that are waiting to
 * be consumed. They describe the whole service, so all of its processes report the same values.
 * Dashboards should show the maximum, not the sum.
 */
export function registerBacklogMetrics(connection: Connection, relay: Relay, bus: EventBus, registry: Registry): void {
  const outbox = boundedProbe(() => measureOutbox(connection, relay.models), MEASURE_MS, 'measuring the outbox');
  const outboxGauge = (name: OutboxGauge, key: keyof Awaited<ReturnType<typeof outbox>>) =>
    measuredGauge(registry, name, async () => [{ labels: {}, value: (await outbox())[key] }]);
  outboxGauge('keyhaven_outbox_documents', 'documents');
  outboxGauge('keyhaven_outbox_spilled_entries', 'spilledEntries');
  outboxGauge('keyhaven_outbox_oldest_seconds', 'oldestSeconds');

  const { broker } = bus;
  if (!broker) return;
  const lags = boundedProbe(() => broker.lags(), MEASURE_MS, 'measuring the lag of consumers');
  const consumerGauge = (name: ConsumerGauge, key: 'events' | 'oldestSeconds' | 'deadLetters') =>
    measuredGauge(registry, name, async () =>
      (await lags()).flatMap(({ topic, group, [key]: value }) =>
        value === undefined ? [] : [{ labels: { topic, group }, value }],
      ),
    );
  consumerGauge('keyhaven_consumer_lag_events', 'events');
  consumerGauge('keyhaven_consumer_lag_seconds', 'oldestSeconds');
  consumerGauge('keyhaven_dead_letters_waiting', 'deadLetters');
}
