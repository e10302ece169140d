import { randomInt } from 'node:crypto';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import type { DeadLetter, EventBus } from '@keyhaven/events/event-bus';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { type RunningService, type ServiceDefinition, startDatabaseService } from '@keyhaven/service/database-service';
import { createLogger } from '@keyhaven/service/logger';
import type { AppRoute } from '@ts-rest/core';
import type { Connection } from 'mongoose';
import { CheckedClient } from './checked-client';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from './test-database';
import { makeTestKeys, testGrants, type TestKeys } from './test-keys';
import { until } from './until';

/** A service that runs in the test's own process, with a database, keys and a bus of its own. */
export interface ServiceUnderTest {
  running: RunningService;
  bus: EventBus;
  keys: TestKeys;
  databasePrefix: string;
  /** The service's own database. */
  connection: Connection;
  /** All events that the service published, in order. */
  events: ChangeEvent[];
  deadLetters: DeadLetter[];
  /** Waits until the given number of events of an account's records were published. @returns all of them. */
  eventsOf(userId: number, entityType: string, atLeast: number): Promise<ChangeEvent[]>;
  /** A client with an account's token. */
  asAccount(userId: number, options?: { scope?: 'full' | 'read'; credentialId?: string }): CheckedClient;
  /** A client with a service token, for the operator and internal interfaces. */
  asOperator(): CheckedClient;
  /** A client with the token that the gateway sends for callers without credentials. */
  asAnyone(): CheckedClient;
  /** A client that sends no token. */
  asNobody(): CheckedClient;
  /** Starts the service a second time on the same database, like another process. */
  startReplica(): Promise<Replica>;
  stop(): Promise<void>;
}

/** A second process of a service under test; its events are not delivered. */
export interface Replica extends Pick<ServiceUnderTest, 'asAccount' | 'asOperator'> {
  stop(): Promise<void>;
}

/** Options of a service under test. */
export interface ServiceSurroundings {
  /** Its own settings, as in the environment; the schema's defaults supply the rest. */
  settings?: Record<string, string>;
  /** Whether an account exists; if absent, all accounts do. */
  accountExists?: (userId: number) => Promise<boolean>;
  /** The addresses of the services that it calls. */
  urlOf?: (service: string) => string;
}

/**
 * Starts a service on the database for tests.
 * @param contracts the service's contracts; every answer is checked against them.
 */
export async function startServiceUnderTest(
  definition: ServiceDefinition,
  contracts: readonly Record<string, AppRoute>[],
  { settings = {}, urlOf = noUrl, accountExists = () => Promise.resolve(true) }: ServiceSurroundings = {},
): Promise<ServiceUnderTest> {
  const events: ChangeEvent[] = [];
  const deadLetters: DeadLetter[] = [];
  const bus = new InProcessBus({
    onDeadLetter: (letter) => deadLetters.push(letter),
    retryDelaysMs: { first: 1, last: 20 },
  });
  await bus.consume({
    group: 'test',
    topic: definition.topic,
    handle: async (event) => void events.push(await Promise.resolve(event)),
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
        { scope = 'full', credentialId = `credential-${accountId}` }: Parameters<ServiceUnderTest['asAccount']>[1] = {},
      ) => client({ audience, scope, accountId, credentialId }),
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
        return published.length >= atLeast ? published : undefined;
      }),
    ...clientsOf(running.url),
    startReplica: async () => {
      const replica = await startDatabaseService(definition, {
        ...dependencies,
        bus: new InProcessBus({ onDeadLetter: () => {} }),
      });
      return { ...clientsOf(replica.url), stop: () => replica.stop() };
    },
    stop: async () => {
      await running.stop();
      await connection.close();
      await dropDatabases(databasePrefix, [definition.name]);
    },
  };
}

function noUrl(service: string): never {
  throw new Error(`the test gives no address of ${service}`);
}

/** An account id that no other test uses. */
export function anAccountId(): number {
  return randomInt(1, 2 ** 40);
}
