import path from 'node:path';
import { bookingService } from '@keyhaven/booking/service';
import { startEmbeddedMongo } from '@keyhaven/embedded-mongo/start';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { startGateway } from '@keyhaven/gateway/gateway';
import { gatewayLimits } from '@keyhaven/gateway/settings';
import { identityService } from '@keyhaven/identity/service';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import { type RunningService, startDatabaseService } from '@keyhaven/service/database-service';
import { type Logger, loggerOf } from '@keyhaven/service/logger';
import { loadIssuers } from './issuer-keys';

/** How long requests in flight may take to finish at shutdown, and a request in all, in milliseconds. */
const SHUTDOWN_MS = 10_000;
const DEADLINE_MS = 30_000;

export interface PlatformOptions {
  folder: string;
  host: string;
  port: number;
  logger: Logger;
  /** Where the bundled worker of the database stands, when it is not beside the running program. */
  workerFile?: string;
}

/** The whole platform in this process. */
export interface Platform {
  url: string;
  /** The services' own addresses, for operators. */
  services: { identity: string; booking: string };
  /** Signs service tokens in the name of the operator. */
  sign: TokenSigner;
  /** Calls the handler when the database ended by itself: nothing can be read or written then. */
  onFailure(handler: (error: Error) => void): void;
  stop(): Promise<void>;
}

/**
 * Starts the embedded database, every service and the gateway. What was started is stopped again when something fails.
 * @throws Error in words for whoever started the program: the port or the folder is taken.
 */
export async function startPlatform({ folder, host, port, logger, workerFile }: PlatformOptions): Promise<Platform> {
  const closing: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const { signers, publicKeys } = await loadIssuers(folder, ['gateway', 'operator']);
    const database = await startEmbeddedMongo({ folder: path.join(folder, 'database'), workerFile });
    closing.push(() => database.close());
    const bus = new InProcessBus({
      onDeadLetter: ({ topic, group, event, reason }) =>
        logger.error({ topic, group, reason, event_id: event.event_id }, 'an event can never be handled'),
    });
    const services: RunningService[] = [];
    // Services finish what was asked of them, then the bus hands out nothing more, then the database may go.
    closing.push(async () => {
      await Promise.all(services.map((service) => service.stopServing()));
      await bus.close();
      await Promise.all(services.map((service) => service.disconnect()));
    });
    const start = async (definition: typeof bookingService) => {
      const service = await startDatabaseService(definition, {
        host: '127.0.0.1',
        port: 0,
        logger: loggerOf(logger, definition.name),
        databaseUri: database.uri,
        bus,
        publicKeys,
        shutdownMs: SHUTDOWN_MS,
        processMetrics: false,
      });
      services.push(service);
      return service;
    };
    const [identity, booking] = await Promise.all([start(identityService), start(bookingService)]);
    bus.start();
    const urls = { identity: identity.url, booking: booking.url };
    const gateway = await startGateway({
      host,
      port,
      logger: loggerOf(logger, 'gateway'),
      urls,
      sign: signers.gateway,
      limits: gatewayLimits.parse(process.env),
      deadlineMs: DEADLINE_MS,
      shutdownMs: SHUTDOWN_MS,
      processMetrics: true,
    });
    closing.push(() => gateway.stop());
    return {
      url: gateway.url,
      services: urls,
      sign: signers.operator,
      onFailure: (handler) => database.onExit(handler),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
