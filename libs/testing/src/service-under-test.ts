import { randomInt } from 'node:crypto';
import { eventFaults } from '@keyhaven/api-docs/events/testing/check-event';
import { services } from '@keyhaven/contracts/platform/services';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { DeadLetter, EventBus } from '@keyhaven/events/event-bus';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { connectDatabase } from '@keyhaven/persistence/connect';
import type { Caller } from '@keyhaven/service/auth/caller';
import { startDatabaseService } from '@keyhaven/service/database-service';
import type { RunningService, ServiceDefinition, ServiceDependencies } from '@keyhaven/service/service-definition';
import { createLogger } from '@keyhaven/service/observability/logger';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { Connection } from 'mongoose';
import { CheckedClient } from './checked-client';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from './test-database';
import { makeTestKeys, testGrants, type TestKeys } from './test-keys';
import { until } from './until';

/** A service that runs in the test's own process, with its own database, keys and bus. */
export interface ServiceUnderTest {
  running: RunningService;
  bus: EventBus;
  keys: TestKeys;
  databasePrefix: string;
  /** The service's own database. */
  connection: Connection;
  /** All events that the service published, in order. Each is checked against the JSON Schema of its type. */
  events: ChangeEvent[];
  deadLetters: DeadLetter[];
  /**
   * Waits until at least `atLeast` events of this account and entity type were published.
   * @returns all events of this account and entity type, each once.
   */
  eventsOf(userId: number, entityType: string, atLeast: number): Promise<ChangeEvent[]>;
  /** A client with an account's token. */
  asAccount(
    userId: number,
    options?: { scope?: 'full' | 'read'; credentialId?: string; app?: Caller['app'] },
  ): CheckedClient;
  /** A client with a service token, for the operator and internal APIs. */
  asOperator(): CheckedClient;
  /** A client with the token that the gateway sends for requests without credentials. */
  asAnyone(): CheckedClient;
  /** A client that sends no token. */
  asNobody(): CheckedClient;
  /** Starts the service a second time on the same database, as another process would. */
  startReplica(options?: Pick<ServiceDependencies, 'hasOneRelease'>): Promise<Replica>;
  /**
   * Stops the service.
   * @throws Error if a published event differs from its JSON Schema.
   */
  stop(): Promise<void>;
}

/**
 * A second instance of a service under test, on the same database. Events that the second instance
 * publishes reach no consumer.
 */
export interface Replica extends Pick<ServiceUnderTest, 'asAccount' | 'asOperator'> {
  stop(): Promise<void>;
}

/** Options of a service under test. */
export interface ServiceSurroundings {
  /**
   * The service's own settings, named as in the environment. Settings that are not given have the
   * defaults of their schema.
   */
  settings?: Record<string, string>;
  /** Whether an account exists. By default, all accounts exist. */
  accountExists?: (userId: number) => Promise<boolean>;
  /** Returns the URL of a service that the service under test calls. */
  urlOf?: (service: string) => string;
}

/**
 * Starts a service on the test database.
 * @param contracts the service's contracts. Every response is checked against them.
 */
export async function startServiceUnderTest(
  definition: ServiceDefinition,
  contracts: readonly Record<string, AppRoute>[],
  { settings = {}, urlOf = noUrl, accountExists = () => Promise.resolve(true) }: ServiceSurroundings = {},
): Promise<ServiceUnderTest> {
  const events: ChangeEvent[] = [];
  const deadLetters: DeadLetter[] = [];
  const faults = new Set<string>();
  const bus = new InProcessBus({
    onDeadLetter: (deadLetter) => deadLetters.push(deadLetter),
    retryDelaysMs: { first: 1, last: 20 },
  });
  await bus.consume({
    group: 'test',
    topic: definition.topic,
    handle: (event) => {
      events.push(event);
      // The template for new services is not in the list of services, so there are no schemas for
      // its events.
      if (definition.name in services) for (const fault of eventFaults(event)) faults.add(fault);
      return Promise.resolve();
    },
  });
  const keys = await makeTestKeys();
  const databasePrefix = freshDatabasePrefix();
  const dependencies = {
    host: '127.0.0.1',
    port: 0,
    logger: createLogger(definition.name, process.env.LOG_LEVEL ?? 'silent'),
    databaseUri: testDatabaseUri(),
    databasePrefix,
    publicKeys: keys.publicKeys,
    hasOneRelease: true,
    grants: testGrants,
    shutdownMs: 5000,
    processMetrics: false,
    accountExists,
    settings: definition.settings?.parse(settings),
    peers: { sign: keys.sign, urlOf },
  };
  const running = await startDatabaseService(definition, { ...dependencies, bus });
  bus.start();
  const connection = await connectDatabase({ uri: testDatabaseUri(), database: `${databasePrefix}${definition.name}` });
  const audience = definition.name;
  const clientsOf = (url: string) => {
    const client = (request?: Parameters<TestKeys['sign']>[0]) =>
      new CheckedClient(url, contracts, async (): Promise<Record<string, string>> =>
        request ? { authorization: `Bearer ${await keys.sign(request)}` } : {},
      );
    return {
      asAccount: (
        accountId: number,
        {
          scope = 'full',
          credentialId = `credential-${accountId}`,
          app,
        }: Parameters<ServiceUnderTest['asAccount']>[1] = {},
      ) => client({ audience, scope, accountId, credentialId, app }),
      asOperator: () => client({ audience, scope: 'service' }),
      asAnyone: () => client({ audience, scope: 'open' }),
      asNobody: () => client(),
    };
  };
  return {
    running,
    bus,
    keys,
    databasePrefix,
    connection,
    events,
    deadLetters,
    eventsOf: (userId, entityType, atLeast) =>
      until(() => {
        const published = events.filter(({ user_id, entity_type }) => user_id === userId && entity_type === entityType);
        // An event is published twice if the process that publishes it loses its lease on the document.
        const distinct = [...new Map(published.map((event) => [event.event_id, event])).values()];
        return distinct.length >= atLeast ? distinct : undefined;
      }),
    ...clientsOf(running.url),
    startReplica: async (options) => {
      const replica = await startDatabaseService(definition, {
        ...dependencies,
        ...options,
        bus: new InProcessBus({ onDeadLetter: () => {} }),
      });
      return { ...clientsOf(replica.url), stop: () => replica.stop() };
    },
    stop: async () => {
      await running.stop();
      await connection.close();
      await dropDatabases(databasePrefix, [definition.name]);
      if (faults.size > 0) throw new Error(`published events differ from their schemas: ${[...faults].join('; ')}`);
    },
  };
}

function noUrl(service: string): never {
  throw new Error(`the test provides no address for ${service}`);
}

/** Returns an account id that no other test uses. */
export function anAccountId(): number {
  return randomInt(1, 2 ** 40);
}
