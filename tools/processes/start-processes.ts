/**
 * npm run start:processes: the platform as it runs in production, on one machine: each service in a process of its own,
 * several of booking, on MongoDB (MONGODB_URI, else the embedded database as a process) and Kafka (KAFKA_BROKERS, else a
 * real one from tools/kafka, which needs a JDK and Maven).
 */
import path from 'node:path';
import { makeDataFolder, readJson } from '@keyhaven/service/data-folder/data-folder';
import { demoTarget, prepareDemo } from '@keyhaven/demo-data/first-start/prepare-demo';
import { loadSecrets } from '@keyhaven/service/data-folder/secrets';
import { welcome } from '@keyhaven/demo-data/first-start/welcome';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { makeKeys } from '../keys/make-keys';
import { balance } from './balance';
import { type Child, startChild } from './child';
import { ProcessTree } from './process-tree';
import { supervise } from './supervise';

const root = path.resolve(__dirname, '../..');
/** What a service prints when it serves: the addresses of its operations and of its API. */
const LISTENING = /"operations":"(http:\/\/[^"]+)"[^]*"url":"(http:\/\/[^"]+)"/;

const folder = path.resolve(process.env.KEYHAVEN_DATA ?? path.join(root, '.keyhaven/processes'));
const port = process.env.PORT ?? '8080';
/** The services that keep data, and how many processes of each are started. */
const services = {
  identity: 1,
  booking: Number(process.env.BOOKING_REPLICAS ?? 2),
  pricing: 1,
  fees: 1,
  messaging: 1,
  finance: 1,
  webhook: 1,
};
const names = Object.keys(services) as (keyof typeof services)[];

/** Where a service is, and its health and metrics. */
interface Service {
  url: string;
  operations: string;
}

const tree = new ProcessTree();

const report = (line: string) => console.log(`  ${line}`);
const portOf = (address: string) => /:(\d+)$/.exec(address)?.[1] ?? '0';

/** Starts a service, and again at the same addresses whenever it dies. */
async function startService(name: string, bundle: string, settings: Record<string, string>): Promise<Service> {
  const program = path.join(root, 'dist', bundle, 'main.js');
  const addressesOf = ({ ready: [, operations, url] }: Child): Service => ({ operations: operations!, url: url! });
  const { first } = await tree.start(() =>
    supervise<Child>(
      name,
      (died) => {
        const before = died && addressesOf(died);
        const ports = before && { PORT: portOf(before.url), OPERATIONS_PORT: portOf(before.operations) };
        return startChild(name, program, { ...settings, ...ports }, LISTENING, folder);
      },
      report,
    ),
  );
  const service = addressesOf(first);
  report(`${name.padEnd(12)} ${service.url.padEnd(24)} health and metrics: ${service.operations}`);
  return service;
}

async function startDatabase(): Promise<string> {
  if (process.env.MONGODB_URI) return process.env.MONGODB_URI;
  const program = path.join(root, 'dist/libs/embedded-mongo/main.js');
  // A database that died is restarted on the same socket, which lies in its folder.
  const { first } = await tree.start(() =>
    supervise<Child>(
      'database',
      () => startChild('database', program, { KEYHAVEN_DATA: folder }, /(mongodb:\/\/\S+)\s/, folder),
      report,
    ),
  );
  report(`${'database'.padEnd(12)} ${first.ready[1]}`);
  return first.ready[1]!;
}

async function startKafka(): Promise<string> {
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

async function main(): Promise<void> {
  await makeDataFolder(folder);
  console.log(`Starting Keyhaven as processes; data and logs are in ${folder}`);
  const keys = path.join(folder, 'keys');
  const issuers = ['gateway', 'operator', ...names];
  const withoutKeys = [];
  for (const issuer of issuers) if (!(await readJson(keys, `${issuer}.json`))) withoutKeys.push(issuer);
  if (withoutKeys.length > 0) await makeKeys(keys, withoutKeys);
  const database = await startDatabase();
  const settings = {
    PORT: '0',
    OPERATIONS_PORT: '0',
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
    ATTACHMENTS_FOLDER: process.env.ATTACHMENTS_FOLDER ?? path.join(folder, 'attachments'),
    ...(await loadSecrets(folder)),
    MONGODB_URI: database,
    KAFKA_BROKERS: await startKafka(),
    KAFKA_REPLICATION_FACTOR: process.env.KAFKA_REPLICATION_FACTOR ?? '1',
    KAFKA_MIN_INSYNC_REPLICAS: process.env.KAFKA_MIN_INSYNC_REPLICAS ?? '1',
    INTERNAL_PUBLIC_KEYS_FILE: path.join(keys, 'public.json'),
  };
  const doors = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await balance()] as const)));
  const urls = Object.fromEntries(names.map((name) => [name, doors[name]!.url]));
  const urlSettings = Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_URL`, urls[name]!]));
  const signedBy = (issuer: string) => ({ INTERNAL_SIGNING_KEY_FILE: path.join(keys, `${issuer}.json`) });
  for (const name of names) {
    for (let replica = 1; replica <= services[name]; replica++) {
      const label = services[name] === 1 ? name : `${name}-${replica}`;
      const own = { ...settings, ...urlSettings, ...signedBy(name) };
      const { url, operations } = await startService(label, `apps/${name}`, own);
      doors[name]!.add(url, `${operations}/readyz`);
    }
  }
  // Its operations port is the one that the environment or the default names.
  const gateway = await startService('gateway', 'apps/gateway', {
    PORT: port,
    ...urlSettings,
    ...signedBy('gateway'),
  });
  const sign = await tokenSignerFromFile('operator', path.join(keys, 'operator.json'));
  const account = await prepareDemo(demoTarget(urls, sign), folder, process.stdout);
  console.log(await welcome(gateway.url, account));
}

tree.endOnSignals();
main().catch((error: unknown) =>
  tree.end(`Keyhaven cannot start: ${error instanceof Error ? error.message : String(error)}`, 1),
);
