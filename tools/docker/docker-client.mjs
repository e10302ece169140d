import { spawnSync } from 'node:child_process';

/** The time limit of a docker command, in milliseconds. The commands of the checks end much earlier. */
const COMMAND_MS = 120_000;

/** Runs containers of an image on an engine, and removes them. */
export class DockerClient {
  #containers = [];
  #volumes = [];
  #networks = [];
  #environment;

  constructor(engine, image) {
    this.image = image;
    this.#environment = { ...process.env, ...engine.environment };
  }

  /** Runs a docker command. @returns its exit code and its output. */
  try(...args) {
    const options = { encoding: 'utf8', timeout: COMMAND_MS, env: this.#environment, maxBuffer: 100_000_000 };
    const { status, stdout, stderr } = spawnSync('docker', args, options);
    return { status, stdout, stderr, output: `${stdout}${stderr}` };
  }

  /** Runs a docker command. @returns its output. @throws Error with its output if it fails. */
  do(...args) {
    const { status, stdout, output } = this.try(...args);
    if (status !== 0) throw new Error(`docker ${args.join(' ')} failed: ${output}`);
    return stdout.trim();
  }

  /** Runs a program of the image to its end, without write access except to the temporary folder. */
  run(options, ...args) {
    return this.try('run', '--rm', ...HARDENED, ...options, this.image, ...args);
  }

  /** Starts a container that runs in the background. @returns its id. */
  start(options, ...args) {
    const id = this.do('run', '--detach', ...HARDENED, ...options, this.image, ...args);
    this.#containers.push(id);
    return id;
  }

  makeVolume() {
    const name = this.do('volume', 'create');
    this.#volumes.push(name);
    return name;
  }

  makeNetwork(name) {
    this.do('network', 'create', name);
    this.#networks.push(name);
    return name;
  }

  /** Returns Docker's description of a container (docker inspect). */
  inspect(id) {
    return JSON.parse(this.do('inspect', id))[0];
  }

  logs(id) {
    return this.try('logs', id).output;
  }

  /** The last log lines of a container without the lines about requests, for the message of a failed check. */
  lastWords(id) {
    const lines = this.logs(id).split('\n');
    return lines
      .filter((line) => !line.includes('"msg":"request"'))
      .slice(-30)
      .join('\n');
  }

  /** The address at which a port of a container can be reached from outside. */
  addressOf(id, port) {
    const address = this.do('port', id, `${port}/tcp`).split('\n')[0];
    return `http://${address.replace('0.0.0.0', '127.0.0.1')}`;
  }

  removeAll() {
    for (const id of this.#containers) this.try('rm', '--force', id);
    for (const name of this.#networks) this.try('network', 'rm', name);
    for (const name of this.#volumes) this.try('volume', 'rm', name);
  }
}

/** The options with which operators should run the image. */
const HARDENED = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
