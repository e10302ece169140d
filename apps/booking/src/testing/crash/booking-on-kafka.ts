import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { services } from '@keyhaven/contracts/platform/services';
import { KafkaBus } from '@keyhaven/events/kafka/kafka-bus';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { makeIssuerKeys } from '@keyhaven/service/auth/make-keys';
import { createTokenSigner, type TokenSigner } from '@keyhaven/service/auth/token-signer';
import { CheckedClient } from '@keyhaven/testing/checked-client';
import { GROUPS, type PublishedEvents } from '@keyhaven/testing/crash/event-recorder';
import { countUnpublished, readStored } from '@keyhaven/testing/crash/read-stored';
import { type Acknowledgement, findViolations } from '@keyhaven/testing/crash/violations';
import type { World } from '@keyhaven/testing/crash/write-path';
import { type DatabaseProcess, startDatabaseProcess } from '@keyhaven/testing/database-process';
import { type Program, startProgram } from '@keyhaven/testing/program';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { until } from '@keyhaven/testing/until';
import { publishedAccount } from '@keyhaven/testing/published-event';
import type { Connection } from 'mongoose';
import { bookingTarget } from './booking-target';

const root = path.resolve(__dirname, '../../../../..');
/** A URL at which no service listens. Bookings without charges need no other service. */
const NOBODY = 'http://127.0.0.1:9';
const LISTENING = /"url":"(http:\/\/[^"]+)"/;

/** Replicas of the deployed booking service with a database of their own, on Kafka. */
export interface BookingOnKafka {
  database: DatabaseProcess;
  connection: Connection;
  /** The events that two consumer groups of the test received from Kafka. */
  published: PublishedEvents;
  /**
   * Creates an account that the replicas know. Returns a function that returns a client of the
   * account for each current replica.
   */
  anAccount(): Promise<() => World[]>;
  /** Kills a replica (-9) and starts it again. */
  crash(replica: number): Promise<void>;
  /**
   * Waits until all events are published. Returns the guarantees that were broken, one message
   * each.
   */
  violations(acknowledged: Acknowledgement[]): Promise<string[]>;
  stop(): Promise<void>;
}

/** How long it may take to publish all events after an outage, in milliseconds. */
const SETTLING_MS = 120_000;

export async function startBookingOnKafka(brokers: string[], size: number): Promise<BookingOnKafka> {
  execFileSync(process.execPath, ['tools/build/bundle.mjs', 'booking'], { cwd: root });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-fleet-'));
  const database = await startDatabaseProcess();
  const [gateway, operator, booking] = await Promise.all(['gateway', 'operator', 'booking'].map(makeIssuerKeys));
  const keysFile = path.join(folder, 'public.json');
  const publicKeys = [gateway, operator, booking].map((keys) => keys!.publicKey);
  await writeFile(keysFile, JSON.stringify({ keys: publicKeys }));
  const signingKeyFile = path.join(folder, 'signing-key.json');
  await writeFile(signingKeyFile, JSON.stringify(booking!.privateKey));
  const signAsGateway = await createTokenSigner('gateway', gateway!.privateKey);
  const signAsOperator = await createTokenSigner('operator', operator!.privateKey);
  const start = (): Promise<Program> =>
    startProgram(
      path.join(root, 'dist/apps/booking/main.js'),
      {
        PORT: '0',
        LOG_LEVEL: 'info',
        MONGODB_URI: database.uri,
        KAFKA_BROKERS: brokers.join(','),
        KAFKA_REPLICATION_FACTOR: '1',
        KAFKA_MIN_INSYNC_REPLICAS: '1',
        INTERNAL_PUBLIC_KEYS_FILE: keysFile,
        INTERNAL_SIGNING_KEY_FILE: signingKeyFile,
        IDENTITY_URL: NOBODY,
        PRICING_URL: NOBODY,
        FEES_URL: NOBODY,
        FINANCE_URL: NOBODY,
      },
      LISTENING,
    );
  const replicas = await Promise.all(Array.from({ length: size }, start));
  const connection = await connectDatabase({ uri: database.uri, database: 'keyhaven_booking' });
  const published: PublishedEvents = { first: [], second: [] };
  const bus = new KafkaBus({
    brokers,
    clientId: 'tests',
    replicationFactor: 1,
    minInsyncReplicas: 1,
    onDeadLetter: ({ reason }) => console.error(`dead letter: ${reason}`),
    onFatal: (error) => console.error(error),
    report: () => {},
  });
  for (const group of GROUPS) {
    await bus.consume({
      group,
      topic: services.booking.topic,
      handle: async (event) => void published[group].push(event),
    });
  }
  const worldOf = (replica: Program, userId: number): World => {
    const client = (sign: TokenSigner, request: Parameters<TokenSigner>[0]) =>
      new CheckedClient(replica.ready[1]!, bookingTarget.contracts, async () => ({
        authorization: `Bearer ${await sign(request)}`,
      }));
    return {
      userId,
      api: client(signAsGateway, { audience: 'booking', scope: 'full', accountId: userId, credentialId: 'c' }),
      operator: client(signAsOperator, { audience: 'booking', scope: 'service' }),
      deliver: async (topic, event) => {
        await bus.publish(topic, [event]);
        return { status: 204, body: undefined, headers: new Headers() };
      },
    };
  };
  return {
    database,
    connection,
    published,
    anAccount: async () => {
      const userId = anAccountId();
      await bus.publish(services.identity.topic, [publishedAccount(userId)]);
      const copies = connection.collection<{ _id: number }>('account_copies');
      await until(() => copies.findOne({ _id: userId }), 60_000);
      return () => replicas.map((replica) => worldOf(replica, userId));
    },
    crash: async (replica) => {
      await replicas[replica]!.kill();
      replicas[replica] = await start();
    },
    violations: async (acknowledged) => {
      await until(async () => (await countUnpublished(connection, bookingTarget.records)) === 0, SETTLING_MS);
      const facts = async () => ({
        stored: await readStored(connection, bookingTarget.records),
        published,
        acknowledged,
      });
      // Even when all events are published, the consumer groups might not have received them yet.
      await until(async () => findViolations(await facts()).length === 0, SETTLING_MS).catch(() => undefined);
      return findViolations(await facts());
    },
    stop: async () => {
      await Promise.all(replicas.map((replica) => replica.kill()));
      await bus.close();
      await connection.close();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
