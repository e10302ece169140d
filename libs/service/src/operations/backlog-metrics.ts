import type { EventBus } from '@keyhaven/events/event-bus';
import { measureOutbox } from '@keyhaven/persistence/outbox/measure-outbox';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import type { Connection } from 'mongoose';
import type { Registry } from 'prom-client';
import { boundedProbe } from './bounded-probe';
import { measuredGauge } from './measured-gauge';

/** How long the database and the broker may take to report their backlog, in milliseconds. */
const MEASURE_MS = 5000;

/**
 * Registers metrics of the events that wait to be published and to be consumed. The numbers belong to the service, and
 * every process of the service shows the same ones: dashboards should take their maximum and not their sum.
 */
export function registerBacklogMetrics(connection: Connection, relay: Relay, bus: EventBus, registry: Registry): void {
  const outbox = boundedProbe(() => measureOutbox(connection, relay.models), MEASURE_MS, 'measuring the outbox');
  const ofOutbox = (name: string, help: string, key: keyof Awaited<ReturnType<typeof outbox>>) =>
    measuredGauge(registry, { name, help }, async () => [{ labels: {}, value: (await outbox())[key] }]);
  ofOutbox('keyhaven_outbox_documents', 'Documents with events or jobs that wait in their outbox', 'documents');
  ofOutbox('keyhaven_outbox_spilled_entries', 'Entries that their document had no room for', 'spilledEntries');
  ofOutbox(
    'keyhaven_outbox_oldest_seconds',
    'For how long the oldest entry has waited; 0 when none does',
    'oldestSeconds',
  );

  const { broker } = bus;
  if (!broker) return;
  const lags = boundedProbe(() => broker.lags(), MEASURE_MS, 'measuring the lag of consumers');
  const ofConsumers = (name: string, help: string, key: 'events' | 'oldestSeconds') =>
    measuredGauge(registry, { name, help, labelNames: ['topic', 'group'] }, async () =>
      (await lags()).map(({ topic, group, [key]: value }) => ({ labels: { topic, group }, value })),
    );
  ofConsumers('keyhaven_consumer_lag_events', 'Events that a group has still to consume', 'events');
  ofConsumers(
    'keyhaven_consumer_lag_seconds',
    'For how long at least the oldest of them has waited, to a power of two; 0 when none does',
    'oldestSeconds',
  );
}
