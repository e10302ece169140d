import path from 'node:path';
import {
  type DataServiceName,
  dataServiceNames,
  type ServiceName,
  urlSetting,
} from '@keyhaven/contracts/platform/services';
import { makeDataFolder, readJson } from '@keyhaven/service/data-folder/data-folder';
import { loadSecrets } from '@keyhaven/service/data-folder/secrets';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { makeKeys } from '../keys/make-keys';
import { balance } from './balance';
import { type Child, startChild } from './child';
import type { ProcessTree } from './process-tree';
import { supervise, type Supervised } from './supervise';

const root = path.resolve(__dirname, '../..');
/** What a service prints when it serves: the addresses of its operations and of its API. */
const LISTENING = /"operations":"(http:\/\/[^"]+)"[^]*"url":"(http:\/\/[^"]+)"/;

export interface PlatformOptions {
  /** Tracks everything that is started, and stops it. */
  tree: ProcessTree;
  /** The folder of all data and logs. */
  folder: string;
  /** The port of the gateway. */
  port: string;
  /** How many processes of a service are started. */
  replicasOf: (name: DataServiceName) => number;
  /** Options of node itself for the processes of a service. */
  nodeOptionsOf?: (name: ServiceName) => readonly string[];
  /** Receives a line for each process that is started, ends or is started again. */
  report: (line: string) => void;
  /** Receives every line that a service logs. */
  onLog?: (process: string, line: string) => void;
}

/** The platform as processes: the bundles of the services must be in dist/. */
export interface RunningProcesses {
  url: string;
  /** The addresses of the services that keep data. */
  urls: Record<DataServiceName, string>;
  /** Signs tokens in the name of the operator. */
  sign: TokenSigner;
  /** Restarts the processes of a service, at the same addresses, on the bundle that is in dist/ now. */
  restart(name: ServiceName): Promise<void>;
}

/**
 * Starts each service in a process of its own, on MongoDB (MONGODB_URI, else the embedded database as a process) and
 * Kafka (KAFKA_BROKERS, else a real one from tools/kafka, which needs a JDK and Maven).
 */
export async function startPlatformProcesses(options: PlatformOptions): Promise<RunningProcesses> {
  const { folder, port, replicasOf } = options;
  await makeDataFolder(folder);
  const keys = await keysOfIssuers(folder);
  const database = await startDatabase(options);
  const settings = {
    PORT: '0',
    OPERATIONS_PORT: '0',
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
    ATTACHMENTS_FOLDER: process.env.ATTACHMENTS_FOLDER ?? path.join(folder, 'attachments'),
    ...(await loadSecrets(folder)),
    MONGODB_URI: database,
    KAFKA_BROKERS: await startKafka(options),
    KAFKA_REPLICATION_FACTOR: process.env.KAFKA_REPLICATION_FACTOR ?? '1',
    KAFKA_MIN_INSYNC_REPLICAS: process.env.KAFKA_MIN_INSYNC_REPLICAS ?? '1',
    INTERNAL_PUBLIC_KEYS_FILE: path.join(keys, 'public.json'),
  };
  const balancers = new Map(await Promise.all(dataServiceNames.map(async (name) => [name, await balance()] as const)));
  const urls = Object.fromEntries([...balancers].map(([name, { url }]) => [name, url])) as RunningProcesses['urls'];
  const urlSettings = Object.fromEntries(dataServiceNames.map((name) => [urlSetting(name), urls[name]]));
  const signedBy = (issuer: string) => ({ INTERNAL_SIGNING_KEY_FILE: path.join(keys, `${issuer}.json`) });
  const running = new Map<ServiceName, Supervised<Child>[]>();
  const start = async (name: ServiceName, label: string, own: Record<string, string>) => {
    const service = await startService(options, name, label, { ...own, ...urlSettings, ...signedBy(name) });
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
  // The port of its operations is the one that the environment or the default names.
  const gateway = await start('gateway', 'gateway', { PORT: port });
  return {
    url: gateway.url,
    urls,
    sign: await tokenSignerFromFile('operator', path.join(keys, 'operator.json')),
    restart: async (name) => void (await Promise.all((running.get(name) ?? []).map((process) => process.restart()))),
  };
}

/** The folder with the key of every issuer; those that are missing are made. */
async function keysOfIssuers(folder: string): Promise<string> {
  const keys = path.join(folder, 'keys');
  const missing = [];
  for (const issuer of ['gateway', 'operator', ...dataServiceNames]) {
    if (!(await readJson(keys, `${issuer}.json`))) missing.push(issuer);
  }
  if (missing.length > 0) await makeKeys(keys, missing);
  return keys;
}

const portOf = (address: string) => /:(\d+)$/.exec(address)?.[1] ?? '0';

/** Starts a process of a service, and starts it again at the same addresses whenever it ends. */
async function startService(
  { tree, folder, nodeOptionsOf, report, onLog }: PlatformOptions,
  name: ServiceName,
  label: string,
  settings: Record<string, string>,
): Promise<{ url: string; operations: string; supervised: Supervised<Child> }> {
  const program = path.join(root, 'dist/apps', name, 'main.js');
  const addressesOf = ({ ready: [, operations, url] }: Child) => ({ operations: operations!, url: url! });
  const supervised = await tree.start(() =>
    supervise<Child>(
      label,
      (ended) => {
        const before = ended && addressesOf(ended);
        const ports = before && { PORT: portOf(before.url), OPERATIONS_PORT: portOf(before.operations) };
        const own = { ...settings, ...ports };
        const onLine = onLog && ((line: string) => onLog(label, line));
        const nodeOptions = nodeOptionsOf?.(name);
        return startChild({ name: label, program, settings: own, ready: LISTENING, nodeOptions, folder, onLine });
      },
      report,
    ),
  );
  const { url, operations } = addressesOf(supervised.first);
  report(`${label.padEnd(12)} ${url.padEnd(24)} health and metrics: ${operations}`);
  return { url, operations, supervised };
}

async function startDatabase({ tree, folder, report }: PlatformOptions): Promise<string> {
  if (process.env.MONGODB_URI) return process.env.MONGODB_URI;
  const program = path.join(root, 'dist/libs/embedded-mongo/main.js');
  const settings = { KEYHAVEN_DATA: folder };
  // A database that ended is restarted on the same socket, which is in its folder.
  const { first } = await tree.start(() =>
    supervise<Child>(
      'database',
      () => startChild({ name: 'database', program, settings, ready: /(mongodb:\/\/\S+)\s/, folder }),
      report,
    ),
  );
  report(`${'database'.padEnd(12)} ${first.ready[1]}`);
  return first.ready[1]!;
}

async function startKafka({ tree, folder, report }: PlatformOptions): Promise<string> {
  if (process.env.KAFKA_BROKERS) return process.env.KAFKA_BROKERS;
  const { KafkaBroker, freePorts } = await import('../kafka/kafka-broker.mjs');
  const [kafkaPort, controllerPort] = await freePorts(2);
  const broker = new KafkaBroker({
    folder: path.join(folder, 'kafka'),
    port: kafkaPort!,
    controllerPort: controllerPort!,
  });
  await tree.start(() =>
    supervise(
      'kafka',
      async () => {
        await broker.start();
        return { ended: broker.ended, stop: () => broker.stop() };
      },
      report,
    ),
  );
  report(`${'kafka'.padEnd(12)} ${broker.address}`);
  return broker.address;
}
