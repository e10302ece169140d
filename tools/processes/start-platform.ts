import path from 'node:path';
import {
  type DataServiceName,
  dataServiceNames,
  type ServiceName,
  urlSetting,
} from '@keyhaven/contracts/platform/services';
import { makeDataFolder } from '@keyhaven/service/data-folder/data-folder';
import { loadSecrets } from '@keyhaven/service/data-folder/secrets';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { makeMissingKeys } from '../keys/make-missing-keys';
import { balance } from './balance';
import { type Child, startChild } from './child';
import { KeptProcesses, type PlatformProcess } from './kept-processes';
import type { ProcessTree } from './process-tree';
import type { Supervisable, Supervised } from './supervise';

const root = path.resolve(__dirname, '../..');
/** Matches the log line of a ready service, which contains the addresses of its operations server and its API. */
const LISTENING = /"operations":"(http:\/\/[^"]+)"[^]*"url":"(http:\/\/[^"]+)"/;

export interface PlatformOptions {
  /** Keeps track of all started processes and stops them. */
  tree: ProcessTree;
  /** The folder for all data and logs. */
  folder: string;
  /** The port of the gateway. */
  port: string;
  /** The number of processes to start for a service. */
  replicasOf: (name: DataServiceName) => number;
  /** Returns the bundle that a process runs. Called at each start of a process. The default is the bundle in dist/. */
  programOf?: (name: ServiceName, process: string) => string;
  /** Command-line options of node for a process of a service or of the embedded database. */
  nodeOptionsOf?: (name: ServiceName | 'database', process: string) => readonly string[];
  /** Awaited before a process is restarted, so that a test can delay the restart. */
  mayStartAgain?: (process: string) => Promise<void>;
  /** Receives a line when a process starts, ends, or starts again. */
  report: (line: string) => void;
  /** Receives every line that a service logs. */
  onLog?: (process: string, line: string) => void;
}

/** A platform that runs as separate processes. */
export interface RunningProcesses {
  url: string;
  /** All processes that were started, including the database and Kafka. */
  processes: readonly PlatformProcess[];
  /** The addresses of the services that store data. */
  urls: Record<DataServiceName, string>;
  /** Signs tokens as the operator. */
  sign: TokenSigner;
  /**
   * Restarts all processes of a service with its current bundle. Given `replica` (the first is 0), restarts only this
   * process. The processes keep their addresses. Resolves when the old processes have ended.
   */
  restart(name: ServiceName, replica?: number): Promise<void>;
}

/**
 * Starts each service as a separate process. The bundles of the services must be in dist/. Uses the
 * MongoDB of MONGODB_URI, or else starts the embedded database as a process. Uses the Kafka of
 * KAFKA_BROKERS, or else starts a real broker with tools/kafka, which needs Java and Maven.
 */
export async function startPlatformProcesses(options: PlatformOptions): Promise<RunningProcesses> {
  const { tree, folder, port, replicasOf } = options;
  const kept = new KeptProcesses(options);
  await makeDataFolder(folder);
  const keys = path.join(folder, 'keys');
  await makeMissingKeys(keys);
  const database = await startDatabase(options, kept);
  const settings = {
    PORT: '0',
    OPERATIONS_PORT: '0',
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
    ATTACHMENTS_FOLDER: process.env.ATTACHMENTS_FOLDER ?? path.join(folder, 'attachments'),
    ...(await loadSecrets(folder)),
    MONGODB_URI: database,
    KAFKA_BROKERS: await startKafka(options, kept),
    KAFKA_REPLICATION_FACTOR: process.env.KAFKA_REPLICATION_FACTOR ?? '1',
    KAFKA_MIN_INSYNC_REPLICAS: process.env.KAFKA_MIN_INSYNC_REPLICAS ?? '1',
    INTERNAL_PUBLIC_KEYS_FILE: path.join(keys, 'public.json'),
  };
  const balancers = new Map(
    await Promise.all(dataServiceNames.map(async (name) => [name, await startBalancer(tree)] as const)),
  );
  const urls = Object.fromEntries([...balancers].map(([name, { url }]) => [name, url])) as RunningProcesses['urls'];
  const urlSettings = Object.fromEntries(dataServiceNames.map((name) => [urlSetting(name), urls[name]]));
  const signedBy = (issuer: string) => ({ INTERNAL_SIGNING_KEY_FILE: path.join(keys, `${issuer}.json`) });
  const running = new Map<ServiceName, Supervised<Child>[]>();
  const start = async (name: ServiceName, label: string, own: Record<string, string>) => {
    const service = await startService(options, kept, name, label, { ...own, ...urlSettings, ...signedBy(name) });
    running.set(name, [...(running.get(name) ?? []), service.supervised]);
    return service;
  };
  for (const name of dataServiceNames) {
    const replicas = replicasOf(name);
    for (let replica = 1; replica <= replicas; replica++) {
      const { url, operations } = await start(name, replicas === 1 ? name : `${name}-${replica}`, settings);
      balancers.get(name)!.add(url, `${operations}/readyz`);
    }
  }
  const portal = await start('portal', 'portal', settings);
  // The gateway's operations port is OPERATIONS_PORT, or the default if OPERATIONS_PORT is not set.
  const gateway = await start('gateway', 'gateway', { PORT: port, PORTAL_URL: portal.url });
  return {
    url: gateway.url,
    processes: kept.all,
    urls,
    sign: await tokenSignerFromFile('operator', path.join(keys, 'operator.json')),
    restart: async (name, replica) => {
      const all = running.get(name) ?? [];
      const chosen = replica === undefined ? all : all.slice(replica, replica + 1);
      await Promise.all(chosen.map((process) => process.restart()));
    },
  };
}

/** Starts a load balancer that is closed when the platform stops. */
const startBalancer = (tree: ProcessTree) =>
  tree.start(async () => {
    const balancer = await balance();
    return { ...balancer, stop: () => Promise.resolve(balancer.close()) };
  });

/** Chooses a port for each port setting that is 0, so that a restarted process has the same addresses. */
async function withFixedPorts(settings: Record<string, string>): Promise<Record<string, string>> {
  const { freePorts } = await import('./children/free-ports.mjs');
  const unset = ['PORT', 'OPERATIONS_PORT'].filter((name) => settings[name] === '0');
  const ports = await freePorts(unset.length);
  return { ...settings, ...Object.fromEntries(unset.map((name, index) => [name, String(ports[index])])) };
}

/** Starts a process of a service, and restarts it on the same ports whenever it ends. */
async function startService(
  { folder, programOf, nodeOptionsOf, report, onLog }: PlatformOptions,
  kept: KeptProcesses,
  name: ServiceName,
  label: string,
  settings: Record<string, string>,
): Promise<{ url: string; operations: string; supervised: Supervised<Child> }> {
  const addressesOf = ({ ready: [, operations, url] }: Child) => ({ operations: operations!, url: url! });
  const own = await withFixedPorts(settings);
  const supervised = await kept.start<Child>(
    label,
    () => {
      const onLine = onLog && ((line: string) => onLog(label, line));
      const nodeOptions = nodeOptionsOf?.(name, label);
      const program = programOf?.(name, label) ?? path.join(root, 'dist/apps', name, 'main.js');
      return startChild({ name: label, program, settings: own, ready: LISTENING, nodeOptions, folder, onLine });
    },
    (child) => addressesOf(child).operations,
  );
  const { url, operations } = addressesOf(supervised.first);
  report(`${label.padEnd(12)} ${url.padEnd(24)} health and metrics: ${operations}`);
  return { url, operations, supervised };
}

async function startDatabase({ folder, nodeOptionsOf, report }: PlatformOptions, kept: KeptProcesses): Promise<string> {
  if (process.env.MONGODB_URI) return process.env.MONGODB_URI;
  const name = 'database';
  const program = path.join(root, 'dist/libs/embedded-mongo/main.js');
  const settings = { KEYHAVEN_DATA: folder };
  const nodeOptions = nodeOptionsOf?.(name, name);
  // The database is restarted on the same socket, which is in its folder.
  const { first } = await kept.start<Child>(name, () =>
    startChild({ name, program, settings, ready: /(mongodb:\/\/\S+)\s/, nodeOptions, folder }),
  );
  report(`${name.padEnd(12)} ${first.ready[1]}`);
  return first.ready[1]!;
}

async function startKafka({ folder, report }: PlatformOptions, kept: KeptProcesses): Promise<string> {
  if (process.env.KAFKA_BROKERS) return process.env.KAFKA_BROKERS;
  const { KafkaBroker } = await import('../kafka/kafka-broker.mjs');
  const { freePorts } = await import('./children/free-ports.mjs');
  const [kafkaPort, controllerPort] = await freePorts(2);
  const broker = new KafkaBroker({
    folder: path.join(folder, 'kafka'),
    port: kafkaPort!,
    controllerPort: controllerPort!,
  });
  await kept.start<Supervisable & { pid?: number }>('kafka', async () => {
    await broker.start();
    return { pid: broker.pid, ended: broker.ended, stop: () => broker.stop() };
  });
  report(`${'kafka'.padEnd(12)} ${broker.address}`);
  return broker.address;
}
