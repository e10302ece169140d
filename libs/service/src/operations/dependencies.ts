import type { EventBus } from '@keyhaven/events/event-bus';
import type { Connection } from 'mongoose';
import type { Registry } from 'prom-client';
import { boundedProbe } from './bounded-probe';
import { measuredGauge } from './measured-gauge';
import type { ReadinessReport } from './operated-part';

/** How long the database may take to answer a ping, in milliseconds. */
const PING_MS = 1500;
/**
 * The same for the broker: less than the second in which load balancers expect an answer, because an outage of the broker
 * must not make a service look dead.
 */
const BROKER_PING_MS = 600;

/**
 * Checks whether the dependencies of a service answer; frozen processes, which keep their connections open, do not.
 * Without its database a service is not ready. Without its broker it is, because events wait in the outbox: an outage
 * of the broker is only a warning.
 */
export function watchDependencies(connection: Connection, bus: EventBus, registry: Registry) {
  const { broker } = bus;
  const pings: Record<string, () => Promise<unknown>> = {
    // The driver has a timeout too, so that a ping never holds a connection of the pool forever.
    database: boundedProbe(() => connection.db!.command({ ping: 1 }, { timeoutMS: 2 * PING_MS }), PING_MS, 'a ping'),
    ...(broker && { broker: boundedProbe(() => broker.ping(), BROKER_PING_MS, 'a ping') }),
  };
  const silent = async (name: string): Promise<boolean> =>
    pings[name] !== undefined &&
    (await pings[name]().then(
      () => false,
      () => true,
    ));
  measuredGauge(
    registry,
    { name: 'keyhaven_dependency_up', help: '1 while the dependency answers, 0 while not', labelNames: ['dependency'] },
    () =>
      Promise.all(
        Object.keys(pings).map(async (name) => ({ labels: { dependency: name }, value: (await silent(name)) ? 0 : 1 })),
      ),
  );
  return async (): Promise<ReadinessReport> => {
    const [database, broker] = await Promise.all([silent('database'), silent('broker')]);
    return {
      faults: database ? ['the database does not answer'] : [],
      warnings: broker ? ['the broker does not answer: events wait in the outbox'] : [],
    };
  };
}
