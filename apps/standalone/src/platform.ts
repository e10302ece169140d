import net from 'node:net';
import path from 'node:path';
import { type DataServiceName, dataServiceNames } from '@keyhaven/contracts/platform/services';
import { loadSecrets } from '@keyhaven/service/data-folder/secrets';
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

/** The time for requests in flight at shutdown, and for any request, in milliseconds. */
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
  /** The file of the database's bundled worker; beside the running program unless it is set. */
  workerFile?: string;
}

/** The whole platform in this process. */
export interface Platform {
  url: string;
  /** The addresses of the services, for operators. */
  services: UpstreamUrls;
  /** The parts whose health and metrics this process serves. */
  operated: OperatedPart[];
  /** Signs tokens with the operator's key. */
  sign: TokenSigner;
  /** Calls the handler when the database ends unexpectedly: nothing can be read or written any more. */
  onFailure(handler: (error: Error) => void): void;
  stop(): Promise<void>;
}

/**
 * Starts the embedded database, every service and the gateway. When something fails, it stops what it has started.
 * @throws Error that a user can understand: the port or the folder is in use.
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
    // First the services finish their requests, then the bus stops, then the connections to the database close.
    closing.push(async () => {
      await Promise.all(running.map((service) => service.stopServing()));
      await bus.close();
      await Promise.all(running.map((service) => service.disconnect()));
    });
    const urls: Partial<UpstreamUrls> = {};
    // The services put the gateway's address into their answers, so its port is known before it starts.
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
    await Promise.all(running.map(({ joined }) => joined));
    bus.start();
    const known = urls as UpstreamUrls;
    const gateway = await startGateway({
      host,
      port: gatewayPort,
      logger: loggerOf(logger, 'gateway'),
      urls: known,
      handlers: Object.fromEntries(running.map(({ name, handle }) => [name, handle])),
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
