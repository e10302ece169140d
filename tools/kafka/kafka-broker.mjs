// Runs a Kafka broker as a process on this machine. It uses KRaft with one node, which is both broker and controller.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithParent } from '../processes/children/end-with-parent.mjs';
import { fetchKafka } from './fetch-kafka.mjs';

const host = '127.0.0.1';
/**
 * The time limit for a start, in milliseconds. A start takes three seconds on an idle machine, and much longer on a
 * busy one.
 */
const START_MS = 60_000;
/** How long a graceful stop may take before the process is killed, in milliseconds. */
const STOP_MS = 15_000;

/**
 * A broker with a data folder. After a kill and a new start on the same folder, it still has every message that it
 * acknowledged. It is killed when this process ends.
 */
export class KafkaBroker {
  #process;
  #jars;

  /**
   * @param options.folder the folder that contains the data and `broker.log`.
   * @param options.port a free port of 127.0.0.1 for clients.
   * @param options.controllerPort another free port of 127.0.0.1.
   * @param options.advertisedPort the port that the broker advertises to clients, if they connect
   *   through a proxy (default: port).
   * @param options.secured a SecuredListener, if clients should be able to connect with TLS and a
   * password too.
   */
  constructor({ folder, port, controllerPort, advertisedPort = port, secured }) {
    Object.assign(this, { folder, port, controllerPort, advertisedPort, secured });
  }

  /** The address for clients. */
  get address() {
    return `${host}:${this.advertisedPort}`;
  }

  /** The id of the broker's process; undefined if it is not running. */
  get pid() {
    return this.#process?.pid;
  }

  /** Resolves with the exit code when the process has ended (null if a signal ended it). */
  get ended() {
    return this.#process ? this.#process.ended : Promise.resolve(null);
  }

  /** Starts the broker and waits until it responds to requests. Formats the folder if it is new. */
  async start() {
    if (this.#process) throw new Error(`the broker runs already, as process ${this.pid}`);
    this.#jars = await fetchKafka();
    const properties = this.#format();
    const log = openSync(this.#logFile(), 'a');
    const child = spawn('java', [...this.#java(), 'kafka.Kafka', properties], {
      stdio: ['ignore', log, log],
      // Start the broker in its own process group: Ctrl-C must reach only this process, which first stops the processes
      // that use the broker.
      detached: true,
    });
    closeSync(log);
    endWithParent(child);
    child.ended = new Promise((resolve) => {
      child.once('close', (code) => {
        if (this.#process === child) this.#process = undefined;
        resolve(code);
      });
      child.once('error', () => resolve(1));
    });
    this.#process = child;
    await this.#answers(child);
  }

  /** Kills the process with SIGKILL, like a crash. */
  async kill() {
    const child = this.#process;
    if (!child) return;
    child.kill('SIGKILL');
    await child.ended;
  }

  /** Sends SIGTERM, and SIGKILL if the process does not end in time. */
  async stop() {
    const child = this.#process;
    if (!child) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await child.ended;
    clearTimeout(timer);
  }

  #format() {
    const data = path.join(this.folder, 'data');
    mkdirSync(data, { recursive: true });
    const properties = path.join(this.folder, 'server.properties');
    writeFileSync(properties, this.#properties(data));
    if (existsSync(path.join(data, 'meta.properties'))) return properties;
    this.secured?.makeCertificate();
    const id = `K${randomBytes(16).toString('base64url').slice(1)}`;
    const format = ['format', '-t', id, '-c', properties, ...(this.secured?.formatArguments ?? [])];
    const args = [...this.#java(), 'kafka.tools.StorageTool', ...format];
    const { status, stdout, stderr } = spawnSync('java', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the folder ${data} could not be formatted:\n${stdout}${stderr}`);
    return properties;
  }

  #java() {
    // Disable Java's optimising compiler, because a short-lived broker must above all start
    // quickly.
    return ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', path.join(this.#jars, '*')];
  }

  #logFile() {
    return path.join(this.folder, 'broker.log');
  }

  #properties(data) {
    const secured = this.secured ? `,SECURED://${this.secured.address}` : '';
    return Object.entries({
      'process.roles': 'broker,controller',
      'node.id': 1,
      'controller.quorum.voters': `1@${host}:${this.controllerPort}`,
      listeners: `PLAINTEXT://${host}:${this.port},CONTROLLER://${host}:${this.controllerPort}${secured}`,
      'advertised.listeners': `PLAINTEXT://${host}:${this.advertisedPort}${secured}`,
      'controller.listener.names': 'CONTROLLER',
      'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:SASL_SSL',
      'log.dirs': data.replaceAll('\\', '/'),
      // There is only one node, so topics have one replica. A consumer group's first rebalance does
      // not wait for more members.
      'offsets.topic.replication.factor': 1,
      'offsets.topic.num.partitions': 5,
      'transaction.state.log.replication.factor': 1,
      'transaction.state.log.min.isr': 1,
      'group.initial.rebalance.delay.ms': 0,
      // After a kill, the controller waits this long for the old process before it accepts the new one.
      'broker.session.timeout.ms': 3000,
      'broker.heartbeat.interval.ms': 1000,
      // Only the platform creates topics, with a fixed number of partitions.
      'auto.create.topics.enable': false,
      'message.max.bytes': 2 * 1024 * 1024,
      ...this.secured?.properties,
    })
      .map(([name, value]) => `${name}=${value}\n`)
      .join('');
  }

  async #answers(child) {
    const end = Date.now() + START_MS;
    while (!(await answersApiVersions(this.port))) {
      if (this.#process !== child) throw new Error(`the broker ended while it started:\n${this.#lastLogLines()}`);
      if (Date.now() > end) {
        await this.kill();
        throw new Error(`the broker did not answer within ${START_MS / 1000} s:\n${this.#lastLogLines()}`);
      }
      await sleep(100);
    }
  }

  #lastLogLines() {
    return readFileSync(this.#logFile(), 'utf8').trim().split('\n').slice(-20).join('\n');
  }
}

/** Whether a broker answers requests on the port. A broker answers only after it has joined its cluster. */
function answersApiVersions(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port });
    const done = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(2000, () => done(false));
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
    socket.once('data', () => done(true));
    // The length, followed by an ApiVersions request: API key 18, version 0, correlation id 1, no client id.
    socket.write(Buffer.from('0000000a001200000000' + '0001ffff', 'hex'));
  });
}
