import net from 'node:net';
import path from 'node:path';
import { type DataServiceName, dataServiceNames } from '@keyhaven/contracts/platform/services';
import { loadSecrets } from '@keyhaven/service/data-folder/secrets';
import { type ServiceAddresses, storeAddresses } from '@keyhaven/service/data-folder/service-addresses';
import { releaseMemory } from '@keyhaven/embedded-mongo/release-memory';
import { startEmbeddedMongo } from '@keyhaven/embedded-mongo/start';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { SharedClient } from '@keyhaven/persistence/shared-client';
import { startGateway } from '@keyhaven/gateway/gateway';
import { gatewayLimits } from '@keyhaven/gateway/settings';
import { startPortal } from '@keyhaven/portal/portal';
import { connectServices } from '@keyhaven/portal/services/portal-services';
import { pageSettings } from '@keyhaven/portal/settings';
import type { UpstreamUrls } from '@keyhaven/gateway/routing/upstreams';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import { readConfiguration } from '@keyhaven/service/configuration';
import { startDatabaseService } from '@keyhaven/service/database-service';
import type { RunningService, ServiceDefinition } from '@keyhaven/service/service-definition';
import { type Logger, loggerOf } from '@keyhaven/service/observability/logger';
import type { OperatedPart } from '@keyhaven/service/operations/operated-part';
import { loadIssuers } from './issuer-keys';
import { definitions } from './services';

/**
 * In milliseconds. SHUTDOWN_MS: how long open requests may take at shutdown. DEADLINE_MS: how long
 * any request may take.
 */
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
  /** `generation` and `resyncPerSecond` are described in ServiceDependencies. */
  generation?: number;
  resyncPerSecond?: number;
  /** The bundled worker of the database. The default is the file next to the running program. */
  workerFile?: string;
}

/** A platform that runs in this process. */
export interface Platform {
  url: string;
  /** The URLs of the services, for operators. */
  services: UpstreamUrls;
  /** The services whose health and metrics this process serves. */
  operated: OperatedPart[];
  /** Signs tokens with the operator's key. */
  sign: TokenSigner;
  /** Calls the handler if the database ends unexpectedly. After that, no data can be read or written. */
  onFailure(handler: (error: Error) => void): void;
  /** Returns free memory to the system. This delays all requests by some tenths of a second. */
  releaseMemory(): void;
  stop(): Promise<void>;
}

/**
 * Starts the embedded database, all services and the gateway. If one of them fails, it stops those that have started.
 * @throws Error with a message for users if the port or the folder is in use.
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
    const { signers, publicKeys } = await loadIssuers(folder, ['gateway', 'operator', 'portal', ...dataServiceNames]);
    const database = await startEmbeddedMongo({ folder: path.join(folder, 'database'), workerFile });
    closing.push(() => database.close());
    const sharedClient = await SharedClient.connect(database.uri);
    closing.push(() => sharedClient.close());
    const bus = new InProcessBus({
      onDeadLetter: ({ topic, group, event, reason }) =>
        logger.error({ topic, group, reason, event_id: event.event_id }, 'an event can never be handled'),
    });
    const running: RunningService[] = [];
    // The services finish their requests first. Then the bus stops, and the connections to the database close.
    closing.push(async () => {
      await Promise.all(running.map((service) => service.stopServing()));
      await bus.close();
      await Promise.all(running.map((service) => service.disconnect()));
    });
    const urls: Partial<UpstreamUrls> = {};
    // The responses of services contain the gateway's URL, so choose its port before the services start.
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
        sharedClient,
        bus,
        generation,
        resyncPerSecond,
        publicKeys,
        // An upgrade stops this process before it starts the next one.
        hasOneRelease: true,
        isOnlyProcess: true,
        shutdownMs: SHUTDOWN_MS,
        processMetrics: false,
        settings: definition.settings && readConfiguration(definition.settings, environment),
        peers: {
          sign: signers[name],
          urlOf: (peer) => addressOf(urls, peer),
          inProcess: (peer) => running.find((service) => service.name === peer)?.internal,
        },
      });
      running.push(service);
      urls[name] = service.url;
    };
    await Promise.all(dataServiceNames.map(start));
    await Promise.all(running.map(({ joined }) => joined));
    bus.start();
    const portal = await startPortal({
      host: '127.0.0.1',
      port: 0,
      logger: loggerOf(logger, 'portal'),
      services: connectServices({
        sign: signers.portal,
        urlOf: (peer) => addressOf(urls, peer),
        inProcess: (peer) => running.find((service) => service.name === peer)?.internal,
      }),
      publicKeys,
      settings: readConfiguration(pageSettings, environment),
      shutdownMs: SHUTDOWN_MS,
      processMetrics: false,
    });
    closing.push(() => portal.stop());
    const addresses = urls as ServiceAddresses;
    const known: UpstreamUrls = { ...addresses, portal: portal.url };
    const gateway = await startGateway({
      host,
      port: gatewayPort,
      logger: loggerOf(logger, 'gateway'),
      urls: known,
      handlers: Object.fromEntries([...running, portal].map(({ name, handle }) => [name, handle])),
      sign: signers.gateway,
      limits: readConfiguration(gatewayLimits, environment),
      deadlineMs: DEADLINE_MS,
      shutdownMs: SHUTDOWN_MS,
      processMetrics: true,
    });
    closing.push(() => {
      // The gateway waits for its open requests, so end those that would stay open for many seconds.
      for (const service of running) service.drain();
      return gateway.stop();
    });
    // The platform must start even if the disk is full.
    await storeAddresses(folder, addresses).catch((error: unknown) =>
      logger.warn(
        { err: error },
        'the addresses of the services could not be stored, so `operator` does not find them',
      ),
    );
    return {
      url: gateway.url,
      services: known,
      operated: [gateway, portal, ...running].map(({ operated }) => operated),
      sign: signers.operator,
      onFailure: (handler) => database.onExit(handler),
      releaseMemory: () => {
        releaseMemory();
        database.releaseMemory();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
