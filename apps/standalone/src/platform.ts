import net from 'node:net';
import path from 'node:path';
import { type DataServiceName, dataServiceNames } from '@keyhaven/contracts/platform/services';
import { loadSecrets } from '@keyhaven/demo-data/first-start/secrets';
import { startEmbeddedMongo } from '@keyhaven/embedded-mongo/start';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { startGateway } from '@keyhaven/gateway/gateway';
import { gatewayLimits } from '@keyhaven/gateway/settings';
import type { UpstreamUrls } from '@keyhaven/gateway/upstreams';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import { readConfiguration } from '@keyhaven/service/configuration';
import { type RunningService, type ServiceDefinition, startDatabaseService } from '@keyhaven/service/database-service';
import { type Logger, loggerOf } from '@keyhaven/service/logger';
import type { OperatedPart } from '@keyhaven/service/operations/operated-part';
import { loadIssuers } from './issuer-keys';
import { definitions } from './services';

/** How long requests in flight may take to finish at shutdown, and a request in all, in milliseconds. */
const SHUTDOWN_MS = 10_000;
const DEADLINE_MS = 30_000;

async function freePort(host: string): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function addressOf(urls: Readonly<Record<string, string>>, service: string): string {
  const url = urls[service];
  if (url === undefined) throw new Error(`the ${service} service has not started yet`);
  return url;
}

export interface PlatformOptions {
  folder: string;
  host: string;
  port: number;
  logger: Logger;
  /** See ServiceDependencies. */
  generation?: number;
  resyncPerSecond?: number;
  /** Where the bundled worker of the database stands, when it is not beside the running program. */
  workerFile?: string;
}

/** The whole platform in this process. */
export interface Platform {
  url: string;
  /** The services' own addresses, for operators. */
  services: UpstreamUrls;
  /** What the operations port of this process shows. */
  operated: OperatedPart[];
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
export async function startPlatform({
  folder,
  host,
  port,
  logger,
  generation,
  resyncPerSecond,
  workerFile,
}: PlatformOptions): Promise<Platform> {
  const closing: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const { signers, publicKeys } = await loadIssuers(folder, ['gateway', 'operator', ...dataServiceNames]);
    const database = await startEmbeddedMongo({ folder: path.join(folder, 'database'), workerFile });
    closing.push(() => database.close());
    const bus = new InProcessBus({
      onDeadLetter: ({ topic, group, event, reason }) =>
        logger.error({ topic, group, reason, event_id: event.event_id }, 'an event can never be handled'),
    });
    const running: RunningService[] = [];
    // Services finish what was asked of them, then the bus hands out nothing more, then the database may go.
    closing.push(async () => {
      await Promise.all(running.map((service) => service.stopServing()));
      await bus.close();
      await Promise.all(running.map((service) => service.disconnect()));
    });
    const urls: Partial<UpstreamUrls> = {};
    // The services hand out addresses of the gateway before it has started.
    const gatewayPort = port === 0 ? await freePort(host) : port;
    const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
    const environment = {
      PUBLIC_URL: `http://${shownHost}:${gatewayPort}`,
      ATTACHMENTS_FOLDER: path.join(folder, 'attachments'),
      ...(await loadSecrets(folder)),
      ...process.env,
    };
    const start = async (name: DataServiceName) => {
      const definition: ServiceDefinition = definitions[name];
      const service = await startDatabaseService(definition, {
        host: '127.0.0.1',
        port: 0,
        logger: loggerOf(logger, definition.name),
        databaseUri: database.uri,
        bus,
        generation,
        resyncPerSecond,
        publicKeys,
        shutdownMs: SHUTDOWN_MS,
        processMetrics: false,
        settings: definition.settings && readConfiguration(definition.settings, environment),
        peers: { sign: signers[name], urlOf: (peer) => addressOf(urls, peer) },
      });
      running.push(service);
      urls[name] = service.url;
    };
    await Promise.all(dataServiceNames.map(start));
    bus.start();
    const known = urls as UpstreamUrls;
    const gateway = await startGateway({
      host,
      port: gatewayPort,
      logger: loggerOf(logger, 'gateway'),
      urls: known,
      sign: signers.gateway,
      limits: gatewayLimits.parse(process.env),
      deadlineMs: DEADLINE_MS,
      shutdownMs: SHUTDOWN_MS,
      processMetrics: true,
    });
    closing.push(() => gateway.stop());
    return {
      url: gateway.url,
      services: known,
      operated: [gateway, ...running].map(({ operated }) => operated),
      sign: signers.operator,
      onFailure: (handler) => database.onExit(handler),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
