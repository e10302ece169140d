import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** A Kafka cluster for tests. */
export interface KafkaForTests {
  /** Addresses for clients, as `host:port`. */
  brokers: string[];
  stop(): Promise<void>;
}

/** A broker that belongs to a test, which may kill it and intercept its traffic. */
export interface OwnedBroker {
  readonly address: string;
  readonly port: number;
  readonly pid: number | undefined;
  /** Starts it, with the data of an earlier run if there is any. */
  start(): Promise<void>;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
  /** Stops it cleanly. */
  stop(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** The source of Kafka for tests on this machine, or the reason why there is none. */
export type KafkaSource = { kind: 'given' | 'container' | 'process' } | { kind: 'none'; reason: string };

const folderOfTool = path.resolve(__dirname, '../../../../tools/kafka');
/** Kafka 4.1, the version of tools/kafka, as an image that testcontainers can start. */
const IMAGE = 'confluentinc/cp-kafka:8.1.0';

/**
 * Looks for Kafka: `KAFKA_BROKERS`, else a Docker engine, else Java and Maven.
 * @param need `any` for any broker; `own` for one that the test may kill, which must be a process of its own.
 */
export function findKafka(need: 'any' | 'own'): KafkaSource {
  if (need === 'any' && process.env.KAFKA_BROKERS) return { kind: 'given' };
  if (need === 'any' && dockerAnswers()) return { kind: 'container' };
  const missing = loadTool().missingForKafka();
  if (!missing) return { kind: 'process' };
  const others = need === 'any' ? 'KAFKA_BROKERS is not set, no Docker engine answers, and ' : '';
  return { kind: 'none', reason: `${others}${missing}` };
}

/** Starts the Kafka that was found. */
export async function startKafkaForTests(source: KafkaSource): Promise<KafkaForTests> {
  switch (source.kind) {
    case 'given':
      return { brokers: process.env.KAFKA_BROKERS!.split(','), stop: () => Promise.resolve() };
    case 'container':
      return startContainer();
    case 'process': {
      const broker = await makeOwnedBroker();
      await broker.start();
      return { brokers: [broker.address], stop: () => broker.remove() };
    }
    case 'none':
      throw new Error(source.reason);
  }
}

/**
 * A broker with a folder of its own, which `remove` deletes. It is not started yet.
 * @param advertisedPort the port that the broker gives its clients, if a proxy is in front of the broker.
 */
export async function makeOwnedBroker(advertisedPort?: number): Promise<OwnedBroker> {
  const { KafkaBroker, freePorts } = loadTool();
  const [port, controllerPort] = await freePorts(2);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-kafka-'));
  const broker = new KafkaBroker({ folder, port: port!, controllerPort: controllerPort!, advertisedPort });
  return {
    address: broker.address,
    port: broker.port,
    get pid() {
      return broker.pid;
    },
    start: () => broker.start(),
    kill: () => broker.kill(),
    stop: () => broker.stop(),
    remove: async () => {
      await broker.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startContainer(): Promise<KafkaForTests> {
  const { KafkaContainer } = await import('@testcontainers/kafka');
  const container = await new KafkaContainer(IMAGE)
    .withKraft()
    .withEnvironment({ KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0', KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false' })
    .start();
  return {
    brokers: [`${container.getHost()}:${container.getMappedPort(9093)}`],
    stop: () => container.stop().then(() => undefined),
  };
}

function dockerAnswers(): boolean {
  return spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 5000 }).status === 0;
}

/** The part of tools/kafka that the tests use. The tool is plain JavaScript and needs no build. */
interface KafkaTool {
  missingForKafka: () => string | undefined;
  freePorts: (count: number) => Promise<number[]>;
  KafkaBroker: new (options: {
    folder: string;
    port: number;
    controllerPort: number;
    advertisedPort?: number;
  }) => Omit<OwnedBroker, 'remove'>;
}

/** Loaded by path: a library imports no tool, and deployed code never gets here. */
function loadTool(): KafkaTool {
  const require = createRequire(__filename);
  const load = (file: string) => require(path.join(folderOfTool, file)) as Partial<KafkaTool>;
  return { ...load('fetch-kafka.mjs'), ...load('kafka-broker.mjs') } as KafkaTool;
}
