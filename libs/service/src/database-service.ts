import type { Consumer, EventBus } from '@keyhaven/events/event-bus';
import { IdAllocator } from '@keyhaven/persistence/allocate-ids';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { forgetOldAnswers } from '@keyhaven/persistence/idempotency';
import { ensureIndexes, faultyUniqueIndexes } from '@keyhaven/persistence/indexes';
import { Relay } from '@keyhaven/persistence/outbox/relay';
import { spillModel } from '@keyhaven/persistence/outbox/spill';
import type { Express } from 'express';
import { type Connection, STATES } from 'mongoose';
import type { PublicKeys } from './auth/public-keys';
import { createTokenVerifier, type TokenVerifier } from './auth/token-verifier';
import { createApp } from './http/app';
import { serve } from './http/serve';
import type { Logger } from './logger';
import { createMetrics } from './metrics';
import { relayReporter } from './report-relay';

/** What a service that keeps data is run with. */
export interface ServiceDependencies {
  host: string;
  port: number;
  logger: Logger;
  databaseUri: string;
  /** Put before the service's name, it names the service's database. */
  databasePrefix?: string;
  poolSize?: number;
  bus: EventBus;
  publicKeys: PublicKeys;
  shutdownMs: number;
  /** Whether /metrics shows those of the process too; once a process. */
  processMetrics: boolean;
}

/** What a service builds itself from. */
export interface ServiceParts {
  connection: Connection;
  ids: IdAllocator;
  relay: Relay;
  verify: TokenVerifier;
  logger: Logger;
}

/** A service: its name is also the audience of tokens for it. */
export interface ServiceDefinition {
  name: string;
  /** The topic that it tells its changes on. */
  topic: string;
  /** The largest JSON body that its routes take, in bytes. */
  maxBodyBytes: number;
  build(parts: ServiceParts): { routes: (app: Express) => void; consumers: Consumer[] };
}

export interface RunningService {
  name: string;
  url: string;
  port: number;
  /** First part of stopping: finishes requests, and tells what was written or leaves it to others. */
  stopServing(): Promise<void>;
  /** Last part, when the bus hands out nothing any more: closes the connections to the database. */
  disconnect(): Promise<void>;
  /** All of it, and the bus, for a service that is alone in its process. */
  stop(): Promise<void>;
}

/** How often the unique indexes are compared with their definitions, and old answers forgotten, in milliseconds. */
const INDEX_CHECK_EVERY_MS = 30_000;
const FORGET_EVERY_MS = 3600_000;

/** Starts a service that keeps data: database, indexes, consumers, relay, and only then the HTTP door. */
export async function startDatabaseService(
  definition: ServiceDefinition,
  dependencies: ServiceDependencies,
): Promise<RunningService> {
  const { name } = definition;
  const { logger, bus, shutdownMs } = dependencies;
  const metrics = createMetrics(name, dependencies.processMetrics);
  const connection = await connectDatabase({
    uri: dependencies.databaseUri,
    database: `${dependencies.databasePrefix ?? 'keyhaven_'}${name}`,
    maxPoolSize: dependencies.poolSize,
  });
  const relay = new Relay({ bus, report: relayReporter(logger, metrics) });
  const verify = createTokenVerifier(name, dependencies.publicKeys);
  const ids = new IdAllocator(connection);
  spillModel(connection);
  const { routes, consumers } = definition.build({ connection, ids, relay, verify, logger });
  await ensureIndexes(connection);

  let stopping = false;
  const indexFaults = periodicIndexCheck(connection, logger);
  const readiness = async () => {
    if (stopping) return ['the service is shutting down'];
    if (connection.readyState !== STATES.connected) return ['the database is away'];
    return indexFaults.read();
  };
  for (const consumer of consumers) await bus.consume(consumer);
  relay.start();
  const forgetting = setInterval(() => {
    const models = Object.values(connection.models).filter((model) => model.schema.path('idempotency'));
    for (const model of models)
      forgetOldAnswers(model).catch((error: unknown) => logger.warn({ err: error }, 'old answers not forgotten'));
  }, FORGET_EVERY_MS).unref();

  const app = createApp({ logger, metrics, readiness, maxBodyBytes: definition.maxBodyBytes, routes });
  const server = await serve(app, dependencies.host, dependencies.port);
  logger.info({ url: server.url }, 'listening');
  const stopServing = async () => {
    stopping = true;
    clearInterval(forgetting);
    indexFaults.stop();
    await server.close(shutdownMs);
    await relay.stop();
  };
  const disconnect = () => connection.close();
  return {
    name,
    url: server.url,
    port: server.port,
    stopServing,
    disconnect,
    stop: async () => {
      await stopServing();
      await bus.close();
      await disconnect();
    },
  };
}

/** Reads the state of the unique indexes now and then, so that a probe costs nothing. */
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
