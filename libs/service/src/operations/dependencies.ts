import type { EventBus } from '@keyhaven/events/event-bus';
import type { Connection } from 'mongoose';
import type { Registry } from 'prom-client';
import { boundedProbe } from './bounded-probe';
import { measuredGauge } from './measured-gauge';
import type { ReadinessReport } from './operated-part';

/** How long the database may take to answer a ping, in milliseconds. */
const PING_MS = 1500;
/**
 * How long the broker may take to answer a ping, in milliseconds. Load balancers expect the answer of
 * a readiness check within a second. They must not consider the service dead if only the broker is
 * down.
 */
const BROKER_PING_MS = 600;

/**
 * Checks whether the dependencies of a service answer. It is not enough that they are connected: a
 * paused process keeps its connections open. A service without its database is not ready. An outage
 * of the broker is only a warning, because events wait in the outbox.
 */
export function watchDependencies(connection: Connection, bus: EventBus, registry: Registry) {
  const { broker } = bus;
  const pings: Record<string, () => Promise<unknown>> = {
    // The driver needs its own timeout. Otherwise a ping without an answer could occupy a pooled
    // connection forever.
    database: boundedProbe(() => connection.db!.command({ ping: 1 }, { timeoutMS: 2 * PING_MS }), PING_MS, 'a ping'),
    ...(broker && { broker: boundedProbe(() => broker.ping(), BROKER_PING_MS, 'a ping') }),
  };
  const silent = async (name: string): Promise<boolean> =>
    pings[name] !== undefined &&
    (await pings[name]().then(
      () => false,
      () => true,
    ));
  measuredGauge(registry, 'keyhaven_dependency_up', () =>
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
