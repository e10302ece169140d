// One Kafka broker as a process on this machine: KRaft, one node that is broker and controller.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithParent } from '../processes/end-with-parent.mjs';
import { fetchKafka } from './fetch-kafka.mjs';

const host = '127.0.0.1';
/** A start takes three seconds on an idle machine; a busy one may take many times that. */
const START_MS = 60_000;
/** How long an orderly stop may take before the process is killed. */
const STOP_MS = 15_000;

/**
 * A broker on a data folder. Killed and started again on the same folder, it still has every message that it acknowledged.
 * It does not outlive this process.
 */
export class KafkaBroker {
  #process;
  #jars;

  /**
   * @param options folder: of the data and of `broker.log`; port and controllerPort: free ports of 127.0.0.1;
   * advertisedPort: the port that clients are given, for a proxy in front of the broker (default: port).
   */
  constructor({ folder, port, controllerPort, advertisedPort = port }) {
    Object.assign(this, { folder, port, controllerPort, advertisedPort });
  }

  /** The address for clients. */
  get address() {
    return `${host}:${this.advertisedPort}`;
  }

  /** The id of the broker's process; undefined while it does not run. */
  get pid() {
    return this.#process?.pid;
  }

  /** Resolves once, when the process has ended, with its exit code (null after a signal). */
  get ended() {
    return this.#process ? this.#process.ended : Promise.resolve(null);
  }

  /** Starts the broker and resolves when it answers. The folder is formatted if it is new. */
  async start() {
    if (this.#process) throw new Error(`the broker runs already, as process ${this.pid}`);
    this.#jars = await fetchKafka();
    const properties = this.#format();
    const log = openSync(this.#logFile(), 'a');
    const child = spawn('java', [...this.#java(), 'kafka.Kafka', properties], {
      stdio: ['ignore', log, log],
      // Ctrl-C reaches only this process, which first stops what uses the broker.
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

  /** Kills the process (-9), as a crash would. */
  async kill() {
    const child = this.#process;
    if (!child) return;
    child.kill('SIGKILL');
    await child.ended;
  }

  /** Asks the process to end, and kills it when that takes too long. */
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
    const id = `K${randomBytes(16).toString('base64url').slice(1)}`;
    const args = [...this.#java(), 'kafka.tools.StorageTool', 'format', '-t', id, '-c', properties];
    const { status, stdout, stderr } = spawnSync('java', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the folder ${data} could not be formatted:\n${stdout}${stderr}`);
    return properties;
  }

  #java() {
    // A short-lived broker gains more from a quick start than from the optimising compiler.
    return ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', path.join(this.#jars, '*')];
  }

  #logFile() {
    return path.join(this.folder, 'broker.log');
  }

  #properties(data) {
    return Object.entries({
      'process.roles': 'broker,controller',
      'node.id': 1,
      'controller.quorum.voters': `1@${host}:${this.controllerPort}`,
      listeners: `PLAINTEXT://${host}:${this.port},CONTROLLER://${host}:${this.controllerPort}`,
      'advertised.listeners': `PLAINTEXT://${host}:${this.advertisedPort}`,
      'controller.listener.names': 'CONTROLLER',
      'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      'log.dirs': data.replaceAll('\\', '/'),
      // One node: nothing can be replicated, and no other member is waited for.
      'offsets.topic.replication.factor': 1,
      'offsets.topic.num.partitions': 5,
      'transaction.state.log.replication.factor': 1,
      'transaction.state.log.min.isr': 1,
      'group.initial.rebalance.delay.ms': 0,
      // After a kill the controller waits this long for the old process before it lets the new one in.
      'broker.session.timeout.ms': 3000,
      'broker.heartbeat.interval.ms': 1000,
      // Only the platform creates topics, with a fixed number of partitions.
      'auto.create.topics.enable': false,
      'message.max.bytes': 2 * 1024 * 1024,
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

/** Ports of 127.0.0.1 that are free now. */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = net.createServer();
      await new Promise((resolve) => server.listen(0, host, resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Whether a broker answers requests on the port, which it does once it has joined its cluster. */
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
    // ApiVersions (18), version 0, correlation id 1, no client id; behind its length.
    socket.write(Buffer.from('0000000a001200000000' + '0001ffff', 'hex'));
  });
}
