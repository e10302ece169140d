/**
 * npm run start:processes: the platform as it runs in production, on one machine: each service in a process of its own,
 * several of booking, on MongoDB (MONGODB_URI, else the embedded database as a process) and Kafka (KAFKA_BROKERS, else a
 * real one from tools/kafka, which needs a JDK and Maven).
 */
import path from 'node:path';
import { makeDataFolder, readJson } from '@keyhaven/demo-data/first-start/data-folder';
import { demoTarget, prepareDemo } from '@keyhaven/demo-data/first-start/prepare-demo';
import { loadSecrets } from '@keyhaven/demo-data/first-start/secrets';
import { Progress } from '@keyhaven/demo-data/first-start/progress';
import { welcome } from '@keyhaven/demo-data/first-start/welcome';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { makeKeys } from '../keys/make-keys';
import { balance } from './balance';
import { startChild } from './child';
import { ProcessTree } from './process-tree';

const root = path.resolve(__dirname, '../..');
const LISTENING = /"url":"(http:\/\/[^"]+)"/;

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

const tree = new ProcessTree();

async function start(
  name: string,
  bundle: string,
  settings: Record<string, string>,
  ready = LISTENING,
): Promise<string> {
  const program = path.join(root, 'dist', bundle, 'main.js');
  const child = await tree.start(() => startChild(name, program, settings, ready, folder));
  void child.ended.then((code) => tree.end(`${name} ended with ${code}; its log in ${folder} says why`, 1));
  console.log(`  ${name.padEnd(12)} ${child.ready[1]}`);
  return child.ready[1]!;
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
  await tree.start(async () => {
    await broker.start();
    return broker;
  });
  console.log(`  ${'kafka'.padEnd(12)} ${broker.address}`);
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
  const database =
    process.env.MONGODB_URI ??
    (await start('database', 'libs/embedded-mongo', { KEYHAVEN_DATA: folder }, /(mongodb:\/\/\S+)\s/));
  const settings = {
    PORT: '0',
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
      doors[name]!.add(await start(label, `apps/${name}`, own));
    }
  }
  const gateway = await start('gateway', 'apps/gateway', { PORT: port, ...urlSettings, ...signedBy('gateway') });
  const sign = await tokenSignerFromFile('operator', path.join(keys, 'operator.json'));
  const account = await prepareDemo(demoTarget(urls, sign), folder, new Progress(process.stdout));
  console.log(await welcome(gateway, account));
}

tree.endOnSignals();
main().catch((error: unknown) =>
  tree.end(`Keyhaven cannot start: ${error instanceof Error ? error.message : String(error)}`, 1),
);
