import { identityInternalContract } from '@keyhaven/contracts/identity/internal-contract';
import { DATABASE_PREFIX } from '@keyhaven/contracts/platform/services';
import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { serviceOf } from '@keyhaven/contracts/shared/internal-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import type { Consumer } from '@keyhaven/events/event-bus';
import { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { databaseClockOf } from '@keyhaven/persistence/database-clock';
import { answeredRequestModel } from '@keyhaven/persistence/idempotency';
import { ensureIndexes } from '@keyhaven/persistence/indexes';
import { migrate } from '@keyhaven/persistence/migrations/migrate';
import { Relay } from '@keyhaven/persistence/outbox/relay';
import { spillModel } from '@keyhaven/persistence/outbox/spill';
import { type PoolUse, watchPool } from '@keyhaven/persistence/pool-use';
import { withinConsumer } from '@keyhaven/persistence/repeatable-work';
import { ResyncWorker } from '@keyhaven/persistence/resync/resync-worker';
import { type Connection, STATES } from 'mongoose';
import { clockReporter } from './auth/token-out-of-time';
import { createTokenVerifier } from './auth/token-verifier';
import { deadLetterRoutes } from './dead-letter-routes';
import { watchDiskRoom } from './disk-room';
import { housekeeping } from './housekeeping';
import { createApp } from './http/app';
import { InternalCalls, internalRoutesOf } from './http/internal-calls';
import { mountContract } from './http/mount-contract';
import { serve } from './http/serve';
import { createDataMetrics } from './observability/metrics';
import { traceHandling } from './observability/trace-handling';
import { registerBacklogMetrics } from './operations/backlog-metrics';
import { registerDatabaseMetrics } from './operations/database-metrics';
import { watchDependencies } from './operations/dependencies';
import type { ReadinessReport } from './operations/operated-part';
import { periodicIndexCheck } from './operations/periodic-index-check';
import { LocalPeer } from './peers/local-peer';
import type { Peer } from './peers/peer';
import { peerClient } from './peers/peer-client';
import { PeerConnection } from './peers/peer-connection';
import { rememberedAccounts } from './references/known-accounts';
import { recordDirectory } from './references/record-directory';
import { relayReporter } from './report-relay';
import { resyncReporter, resyncRoutes } from './resync-routes';
import type { RunningService, ServiceDefinition, ServiceDependencies } from './service-definition';
import type { Worker } from './worker';

const DEFAULT_RESYNC_PER_SECOND = 500;
/**
 * How long an idle process pauses between two sweeps (searches for unfinished work), in milliseconds, if no other
 * process runs the service.
 */
const ONLY_PROCESS_PAUSE_MS = 300_000;

/**
 * Starts a service that stores data: first the database and its indexes, then the HTTP server and
 * the relay. Consumers join their groups in the background, so the service answers requests even if
 * the bus hangs.
 */
export async function startDatabaseService(
  definition: ServiceDefinition,
  dependencies: ServiceDependencies,
): Promise<RunningService> {
  const { name } = definition;
  const { logger, bus, shutdownMs } = dependencies;
  const longPauseMs = dependencies.isOnlyProcess ? ONLY_PROCESS_PAUSE_MS : undefined;
  const metrics = createDataMetrics(name, dependencies.processMetrics);
  const { connection, pool, disconnect } = await openDatabase(definition, dependencies);
  await migrate(connection, definition.migrations ?? [], {
    report: (migration) => logger.info({ migration }, 'migrating the stored data'),
  });
  const relay = new Relay({
    bus,
    report: relayReporter(logger, metrics),
    noteFailure: (error) => diskRoom.noteFailure(error),
    generation: dependencies.generation,
    longPauseMs,
  });
  const verify = createTokenVerifier(name, dependencies.publicKeys, {
    grants: dependencies.grants,
    onOutOfTime: clockReporter(logger, metrics.clockDifferences),
  });
  const ids = new IdAllocator(connection);
  spillModel(connection);
  answeredRequestModel(connection);
  const resync = new ResyncWorker({
    connection,
    bus,
    relay,
    report: resyncReporter(logger, metrics),
    perSecond: dependencies.resyncPerSecond ?? DEFAULT_RESYNC_PER_SECOND,
    longPauseMs,
  });
  const peers = peersOf(definition, dependencies);
  const {
    routes,
    consumers,
    workers: ownWorkers = [],
    knownAccounts,
  } = definition.build({
    connection,
    now: await databaseClockOf(connection),
    ids,
    relay,
    bus,
    verify,
    hasOneRelease: dependencies.hasOneRelease ?? false,
    logger,
    metrics,
    settings: dependencies.settings ?? {},
    peer: (contract) => {
      const service = serviceOf(contract);
      const called = peers.get(service);
      if (!called) throw new Error(`${name} calls ${service}, which its definition does not list in peers`);
      return peerClient(contract, called);
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
  registerDatabaseMetrics(connection, pool, definition.migrations ?? [], metrics.registry);
  const readiness = async (): Promise<ReadinessReport> => {
    if (stopping) return { faults: ['the service is shutting down'], warnings: [] };
    if (connection.readyState !== STATES.connected) return { faults: ['the database is away'], warnings: [] };
    const { faults, warnings } = await askDependencies();
    if (isJoining) warnings.push('consumers are joining their groups: changes of other services arrive later');
    if (faults.length > 0) return { faults, warnings };
    return { faults: [...(await diskRoom.faults()), ...(await indexFaults.read())], warnings };
  };
  const { maxBodyBytes, formPaths, oauthPaths } = definition;
  const identity = peers.get('identity');
  const accountExists =
    dependencies.accountExists ??
    (identity &&
      rememberedAccounts(recordDirectory('account', peerClient(identityInternalContract, identity), knownAccounts)));
  const app = createApp({
    logger,
    metrics,
    schemaVersion: definition.migrations?.length ?? 0,
    noteFailure: (error) => diskRoom.noteFailure(error),
    maxBodyBytes,
    formPaths,
    oauthPaths,
    accountExists,
    routes: (app) => {
      mountContract(app, 'operator', verify, resyncContract, resyncRoutes(resync, accountExists));
      mountContract(app, 'operator', verify, deadLettersContract, deadLetterRoutes(bus, logger));
      routes(app);
    },
  });
  const internal = new InternalCalls({
    service: name,
    routes: internalRoutesOf(app),
    grants: dependencies.grants,
    logger,
    metrics,
    noteFailure: (error) => diskRoom.noteFailure(error),
  });
  const server = await serve(app, dependencies.host, dependencies.port);
  logger.info({ url: server.url }, 'listening');
  const wakeWorkers = () => workers.forEach((worker) => worker.wake?.());
  relay.onWrite(wakeWorkers);
  // A consumed event also wakes the relay and the workers, so that they find the work that a dead
  // process of this service left behind.
  const wakeAll = () => {
    relay.wake();
    wakeWorkers();
  };
  relay.start();
  for (const worker of workers) worker.start((error) => diskRoom.noteFailure(error));
  const joining = consumers.map((consumer) => {
    const handle: Consumer['handle'] = (event, trace, isRedriven) =>
      withinConsumer(() => traceHandling(bus, consumer, event, trace, isRedriven)).then(wakeAll, (error: unknown) => {
        diskRoom.noteFailure(error);
        throw error;
      });
    const { topic, group } = consumer;
    // Prometheus computes increases from the second value on, so the counter must exist with 0
    // before the first dead letter.
    metrics.deadLetters.inc({ topic, group }, 0);
    return bus.consume({ ...consumer, handle, onDead: () => metrics.deadLetters.inc({ topic, group }) });
  });
  const joined = Promise.all(joining).then(() => void (isJoining = false));
  // The caller awaits `joined` later and handles its error. Without this handler, Node would end
  // the process as soon as `joined` is rejected.
  joined.catch(() => {});
  const drain = () => workers.forEach((worker) => worker.drain?.());
  const stopServing = async () => {
    stopping = true;
    indexFaults.stop();
    drain();
    await server.close(shutdownMs);
    await Promise.all(workers.map((worker) => worker.stop(shutdownMs)));
    await relay.stop();
    await Promise.all([...peers.values()].map((peer) => peer.close()));
  };
  return {
    name,
    url: server.url,
    port: server.port,
    handle: app,
    internal,
    operated: { name, readiness, registry: metrics.registry },
    joined,
    drain,
    stopServing,
    disconnect,
    stop: async () => {
      await stopServing();
      await bus.close();
      await disconnect();
    },
  };
}

/** Connects to the database of a service, through the client of the process if the services share one. */
async function openDatabase(
  { name }: ServiceDefinition,
  { databaseUri: uri, databasePrefix = DATABASE_PREFIX, sharedClient, poolSize }: ServiceDependencies,
): Promise<{ connection: Connection; pool: PoolUse; disconnect: () => Promise<void> }> {
  const database = `${databasePrefix}${name}`;
  if (sharedClient) {
    // The process closes the shared client.
    const disconnect = () => Promise.resolve();
    return { connection: sharedClient.database(database), pool: sharedClient.pool, disconnect };
  }
  const connection = await connectDatabase({ uri, database, maxPoolSize: poolSize });
  return { connection, pool: watchPool(connection), disconnect: () => connection.close() };
}

/** Creates a connection to each service that this service calls. */
function peersOf({ name, peers: services = [] }: ServiceDefinition, { peers }: ServiceDependencies): Map<string, Peer> {
  return new Map(
    services.map((service) => {
      if (!peers) throw new Error(`${name} calls ${service}; expected its address in peers`);
      const { inProcess } = peers;
      const peer = inProcess
        ? new LocalPeer({ service, issuer: name, calls: () => inProcess(service) })
        : new PeerConnection({ service, url: () => peers.urlOf(service), sign: peers.sign });
      return [service, peer];
    }),
  );
}
