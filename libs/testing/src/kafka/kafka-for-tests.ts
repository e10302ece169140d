import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { freePorts } from '../free-ports';

/** How long the broker in a container may take to start, in milliseconds. On an idle machine, it takes five seconds. */
const CONTAINER_START_MS = 120_000;

/** A Kafka cluster for tests. */
export interface KafkaForTests {
  /** Addresses for clients, as `host:port`. */
  brokers: string[];
  stop(): Promise<void>;
}

/** A broker that only one test uses. The test may kill the broker and intercept its traffic. */
export interface OwnedBroker {
  readonly address: string;
  readonly port: number;
  readonly pid: number | undefined;
  /** Starts the broker with the data of an earlier run, if there is any. */
  start(): Promise<void>;
  /** Kills the broker (SIGKILL), to simulate a crash. */
  kill(): Promise<void>;
  /** Stops the broker cleanly. */
  stop(): Promise<void>;
  /** Stops the broker and removes its data. */
  remove(): Promise<void>;
}

/** A broker that accepts only clients with TLS and a password. */
export interface SecuredBroker {
  readonly address: string;
  /** The PEM file with the certificate authority of the broker's certificate. */
  readonly caFile: string;
  readonly username: string;
  readonly password: string;
  /** Stops the broker and removes its data. */
  remove(): Promise<void>;
}

/**
 * Where tests on this machine get Kafka from: the given brokers of `KAFKA_BROKERS`, a container, or a process. `none`
 * contains the reason why Kafka is not available.
 */
export type KafkaSource = { kind: 'given' | 'container' | 'process' } | { kind: 'none'; reason: string };

const folderOfTool = path.resolve(__dirname, '../../../../tools/kafka');
/**
 * The default image has the same Kafka version as tools/kafka. Any other image must read its
 * settings from the same environment variables.
 */
const IMAGE = process.env.KEYHAVEN_KAFKA_IMAGE ?? 'apache/kafka:4.1.1';

/**
 * Looks for Kafka: `KAFKA_BROKERS`, otherwise a Docker engine, otherwise Java and Maven.
 * @param need the kind of broker that the test needs: `any` for any broker, or `own` for a separate
 *   process that only this test uses and may kill.
 */
export function findKafka(need: 'any' | 'own'): KafkaSource {
  if (need === 'any' && process.env.KAFKA_BROKERS) return { kind: 'given' };
  if (need === 'any' && dockerAnswers()) return { kind: 'container' };
  const missing = loadTool().missingForKafka();
  if (!missing) return { kind: 'process' };
  const others = need === 'any' ? 'KAFKA_BROKERS is not set, no Docker engine answers, and ' : '';
  return { kind: 'none', reason: `${others}${missing}` };
}

/** Starts Kafka from a source that findKafka has returned. */
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
 * Creates a broker with its own folder, which `remove` deletes. Does not start the broker.
 * @param advertisedPort the port that the broker advertises to clients, if there is a proxy in
 *   front of it.
 */
export async function makeOwnedBroker(advertisedPort?: number): Promise<OwnedBroker> {
  const { KafkaBroker } = loadTool();
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

/** Starts a broker that requires TLS and passwords. It is a separate process, so Java is needed. */
export async function startSecuredBroker(): Promise<SecuredBroker> {
  const { KafkaBroker, SecuredListener } = loadTool();
  const [port, controllerPort, securedPort] = await freePorts(3);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-kafka-'));
  const [username, password] = ['keyhaven', randomBytes(12).toString('hex')];
  const secured = new SecuredListener({ folder: path.join(folder, 'tls'), port: securedPort!, username, password });
  const broker = new KafkaBroker({ folder, port: port!, controllerPort: controllerPort!, secured });
  await broker.start();
  return {
    address: secured.address,
    caFile: secured.caFile,
    username,
    password,
    remove: async () => {
      await broker.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The port in the container. The port of the host must be known before the start, because the broker advertises it. */
const CONTAINER_PORT = 9092;

async function startContainer(): Promise<KafkaForTests> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  const { info } = await getContainerRuntimeClient();
  const [port] = await freePorts(1);
  const address = `${info.containerRuntime.host}:${port!}`;
  const container = await new GenericContainer(IMAGE)
    .withExposedPorts({ container: CONTAINER_PORT, host: port! })
    .withEnvironment({
      CLUSTER_ID: randomBytes(16).toString('base64url'),
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: `PLAINTEXT://:${CONTAINER_PORT},CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${address}`,
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    })
    .withWaitStrategy(Wait.forLogMessage('Kafka Server started'))
    .withStartupTimeout(CONTAINER_START_MS)
    .start();
  return { brokers: [address], stop: () => container.stop().then(() => undefined) };
}

function dockerAnswers(): boolean {
  return spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 5000 }).status === 0;
}

/**
 * The functions of tools/kafka that the tests use. This tool is plain JavaScript and needs no
 * build.
 */
interface KafkaTool {
  missingForKafka: () => string | undefined;
  KafkaBroker: new (options: {
    folder: string;
    port: number;
    controllerPort: number;
    advertisedPort?: number;
    secured?: Pick<SecuredBroker, 'address' | 'caFile'>;
  }) => Omit<OwnedBroker, 'remove'>;
  SecuredListener: new (options: {
    folder: string;
    port: number;
    username: string;
    password: string;
  }) => Pick<SecuredBroker, 'address' | 'caFile'>;
}

/** Loads the tool by its path, because libraries must not import tools. Deployed code never calls this function. */
function loadTool(): KafkaTool {
  const require = createRequire(__filename);
  const load = (file: string) => require(path.join(folderOfTool, file)) as Partial<KafkaTool>;
  const parts = ['fetch-kafka.mjs', 'kafka-broker.mjs', 'secured-listener.mjs'].map(load);
  return Object.assign({}, ...parts) as KafkaTool;
}
