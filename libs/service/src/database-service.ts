import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { DATABASE_PREFIX } from '@keyhaven/contracts/platform/services';
import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { type InternalContract, serviceOf } from '@keyhaven/contracts/shared/internal-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import type { Consumer, EventBus } from '@keyhaven/events/event-bus';
import { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { answeredRequestModel } from '@keyhaven/persistence/idempotency';
import { ensureIndexes, faultyUniqueIndexes } from '@keyhaven/persistence/indexes';
import { migrate, type Migration } from '@keyhaven/persistence/migrations/migrate';
import { Relay } from '@keyhaven/persistence/outbox/relay';
import { spillModel } from '@keyhaven/persistence/outbox/spill';
import { ResyncWorker } from '@keyhaven/persistence/resync/resync-worker';
import type { RequestListener } from 'node:http';
import type { Express } from 'express';
import { type Connection, STATES } from 'mongoose';
import type { z } from 'zod';
import type { IssuerGrants } from './auth/issuer-grants';
import type { PublicKeys } from './auth/public-keys';
import { clockReporter } from './auth/token-out-of-time';
import type { TokenSigner } from './auth/token-signer';
import { createTokenVerifier, type TokenVerifier } from './auth/token-verifier';
import { deadLetterRoutes } from './dead-letter-routes';
import { watchDiskRoom } from './disk-room';
import { housekeeping } from './housekeeping';
import { createApp } from './http/app';
import type { AccountExists } from './http/assert-account';
import { mountContract } from './http/mount-contract';
import { serve } from './http/serve';
import type { Logger } from './logger';
import { createMetrics, type Metrics } from './metrics';
import { registerBacklogMetrics } from './operations/backlog-metrics';
import { watchDependencies } from './operations/dependencies';
import type { OperatedPart, ReadinessReport } from './operations/operated-part';
import { type PeerClient, peerClient } from './peers/peer-client';
import { PeerConnection } from './peers/peer-connection';
import { type FindKnown } from './references/find-records-routes';
import { rememberedAccounts } from './references/known-accounts';
import { recordDirectory } from './references/record-directory';
import { relayReporter } from './report-relay';
import { resyncReporter, resyncRoutes } from './resync-routes';
import type { Worker } from './worker';

/** The dependencies of a service that stores data. */
export interface ServiceDependencies {
  host: string;
  port: number;
  logger: Logger;
  databaseUri: string;
  /** The name of the database is this prefix and the service's name. */
  databasePrefix?: string;
  poolSize?: number;
  bus: EventBus;
  /** The generation of the data; increased after a restore from a backup. */
  generation?: number;
  /** The most records that a resync publishes in a second. */
  resyncPerSecond?: number;
  publicKeys: PublicKeys;
  /** Which issuer may call which interface; defaults to the platform's table. */
  grants?: IssuerGrants;
  shutdownMs: number;
  /** How the service calls other services. */
  peers?: { sign: TokenSigner; urlOf(service: string): string };
  /**
   * Says whether an account exists, for tests. By default the service asks its copies of accounts and the identity
   * service.
   */
  accountExists?: AccountExists;
  /** The service's own settings, parsed by its schema. */
  settings?: Record<string, unknown>;
  /** Whether /metrics includes those of the process; true for one service of each process. */
  processMetrics: boolean;
}

/** What a service is created with. */
export interface ServiceParts<Settings> {
  connection: Connection;
  ids: IdAllocator;
  relay: Relay;
  bus: EventBus;
  verify: TokenVerifier;
  logger: Logger;
  metrics: Metrics;
  settings: Settings;
  /** Makes the client of another service, which must be one of `peers`. */
  peer: <Contract extends InternalContract>(contract: Contract) => PeerClient<Contract>;
}

/** A service: its name is also the audience of tokens for it. */
export interface ServiceDefinition<Settings extends z.ZodObject = z.ZodObject> {
  name: string;
  /** The services that it calls. */
  peers?: readonly string[];
  /** The service's own settings, read from the environment. */
  settings?: Settings;
  /** The topic on which it publishes its changes. */
  topic: string;
  /** Numbered migrations of its stored data, in order; they run before the service starts. */
  migrations?: readonly Migration[];
  /** The largest JSON body that its routes take, in bytes. */
  maxBodyBytes: number;
  /** Path prefixes to which browsers submit forms. */
  formPaths?: readonly string[];
  build(parts: ServiceParts<z.output<Settings>>): {
    routes: (app: Express) => void;
    consumers: Consumer[];
    workers?: readonly Worker[];
    /** Looks up the service's copies of accounts; undefined if it has none. */
    knownAccounts?: FindKnown;
  };
}

export interface RunningService {
  name: string;
  url: string;
  port: number;
  /** Handles a request of the same process, like one that arrives at the port. */
  handle: RequestListener;
  /** For the operations port of its process. */
  operated: OperatedPart;
  /**
   * Settles when every consumer has joined its group, or will go on trying. Rejects with an error that only an operator can
   * fix. The service answers requests before: after a crash the groups wait for its predecessor's session to run out.
   */
  joined: Promise<void>;
  /** The first part of stopping: finishes requests, and publishes pending events or leaves them to other processes. */
  stopServing(): Promise<void>;
  /** The last part of stopping, when the bus delivers no more events: closes the connections to the database. */
  disconnect(): Promise<void>;
  /** Does both and stops the bus, for a service that has a process of its own. */
  stop(): Promise<void>;
}

/** How often the unique indexes are compared with their definitions, in milliseconds. */
const INDEX_CHECK_EVERY_MS = 120_000;
const DEFAULT_RESYNC_PER_SECOND = 500;

/**
 * Starts a service that stores data: database, indexes, and the HTTP server; then the relay, and in the background the
 * consumers, because a bus that hangs must not keep the service from answering.
 */
export async function startDatabaseService(
  definition: ServiceDefinition,
  dependencies: ServiceDependencies,
): Promise<RunningService> {
  const { name } = definition;
  const { logger, bus, shutdownMs } = dependencies;
  const metrics = createMetrics(name, dependencies.processMetrics);
  const connection = await connectDatabase({
    uri: dependencies.databaseUri,
    database: `${dependencies.databasePrefix ?? DATABASE_PREFIX}${name}`,
    maxPoolSize: dependencies.poolSize,
  });
  await migrate(connection, definition.migrations ?? [], {
    report: (migration) => logger.info({ migration }, 'migrating the stored data'),
  });
  const relay = new Relay({
    bus,
    report: relayReporter(logger, metrics),
    noteFailure: (error) => diskRoom.noteFailure(error),
    generation: dependencies.generation,
  });
  const verify = createTokenVerifier(name, dependencies.publicKeys, {
    grants: dependencies.grants,
    onOutOfTime: clockReporter(logger),
  });
  const ids = new IdAllocator(connection);
  spillModel(connection);
  answeredRequestModel(connection);
  const resync = new ResyncWorker({
    connection,
    bus,
    relay,
    report: resyncReporter(logger),
    perSecond: dependencies.resyncPerSecond ?? DEFAULT_RESYNC_PER_SECOND,
  });
  const connections = peerConnections(definition, dependencies);
  const {
    routes,
    consumers,
    workers: ownWorkers = [],
    knownAccounts,
  } = definition.build({
    connection,
    ids,
    relay,
    bus,
    verify,
    logger,
    metrics,
    settings: dependencies.settings ?? {},
    peer: (contract) => {
      const service = serviceOf(contract);
      const connection = connections.get(service);
      if (!connection) throw new Error(`${name} calls ${service}, which its definition does not list in peers`);
      return peerClient(contract, connection);
    },
  });
  const workers: Worker[] = [...ownWorkers, resync, housekeeping(connection, relay, logger)];
  await ensureIndexes(connection);

  let stopping = false;
  let isJoining = consumers.length > 0;
  const diskRoom = watchDiskRoom(connection);
  const indexFaults = periodicIndexCheck(connection, logger);
  const askDependencies = watchDependencies(connection, bus, metrics.registry);
  registerBacklogMetrics(connection, relay, bus, metrics.registry);
  const readiness = async (): Promise<ReadinessReport> => {
    if (stopping) return { faults: ['the service is shutting down'], warnings: [] };
    if (connection.readyState !== STATES.connected) return { faults: ['the database is away'], warnings: [] };
    const { faults, warnings } = await askDependencies();
    if (isJoining) warnings.push('consumers are joining their groups: changes of other services arrive later');
    if (faults.length > 0) return { faults, warnings };
    return { faults: [...(await diskRoom.faults()), ...(await indexFaults.read())], warnings };
  };
  const { maxBodyBytes, formPaths } = definition;
  const identity = connections.get('identity');
  const accountExists =
    dependencies.accountExists ??
    (identity &&
      rememberedAccounts(recordDirectory('account', peerClient(identityInternalContract, identity), knownAccounts)));
  const app = createApp({
    logger,
    metrics,
    noteFailure: (error) => diskRoom.noteFailure(error),
    maxBodyBytes,
    formPaths,
    accountExists,
    routes: (app) => {
      mountContract(app, 'operator', verify, resyncContract, resyncRoutes(resync, accountExists));
      mountContract(app, 'operator', verify, deadLettersContract, deadLetterRoutes(bus, logger));
      routes(app);
    },
  });
  const server = await serve(app, dependencies.host, dependencies.port);
  logger.info({ url: server.url }, 'listening');
  const wakeWorkers = () => workers.forEach((worker) => worker.wake?.());
  relay.onWrite(wakeWorkers);
  relay.start();
  for (const worker of workers) worker.start((error) => diskRoom.noteFailure(error));
  const joining = consumers.map((consumer) => {
    const handle: Consumer['handle'] = (event) =>
      consumer.handle(event).then(wakeWorkers, (error: unknown) => {
        diskRoom.noteFailure(error);
        throw error;
      });
    return bus.consume({ ...consumer, handle });
  });
  const joined = Promise.all(joining).then(() => void (isJoining = false));
  // Who waits for it handles the error.
  joined.catch(() => {});
  const stopServing = async () => {
    stopping = true;
    indexFaults.stop();
    await server.close(shutdownMs);
    await Promise.all(workers.map((worker) => worker.stop(shutdownMs)));
    await relay.stop();
    await Promise.all([...connections.values()].map((connection) => connection.close()));
  };
  const disconnect = () => connection.close();
  return {
    name,
    url: server.url,
    port: server.port,
    handle: app,
    operated: { name, readiness, registry: metrics.registry },
    joined,
    stopServing,
    disconnect,
    stop: async () => {
      await stopServing();
      await bus.close();
      await disconnect();
    },
  };
}

/** A pool of connections to each service that this one calls. */
function peerConnections(
  { name, peers: services = [] }: ServiceDefinition,
  { peers }: ServiceDependencies,
): Map<string, PeerConnection> {
  return new Map(
    services.map((service) => {
      if (!peers) throw new Error(`${name} calls ${service}; expected its address in peers`);
      return [service, new PeerConnection({ service, url: () => peers.urlOf(service), sign: peers.sign })];
    }),
  );
}

/** Checks the unique indexes periodically, so that a readiness check costs nothing. */
function periodicIndexCheck(connection: Connection, logger: Logger): { read(): Promise<string[]>; stop(): void } {
  let latest = faultyUniqueIndexes(connection);
  const timer = setInterval(() => {
    const next = faultyUniqueIndexes(connection);
    next.then(
      (faults) => {
        if (faults.length > 0) logger.error({ faults }, 'unique indexes are not as defined');
        latest = next;
      },
      (error: unknown) => logger.warn({ err: error }, 'unique indexes could not be read'),
    );
  }, INDEX_CHECK_EVERY_MS).unref();
  latest.catch(() => {});
  return { read: () => latest, stop: () => clearInterval(timer) };
}
