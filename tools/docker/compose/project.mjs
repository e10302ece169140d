// Runs the platform as a compose project on a container engine, from docker-compose.yml and docker-compose.local.yml.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages, isOnPath, NoEngine } from '../engine.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const files = ['docker-compose.yml', 'docker-compose.local.yml'];
/** The time limit for the start of all containers, in milliseconds. It takes a minute on an idle machine. */
const UP_MS = 600_000;

export class ComposeProject {
  #environment;
  #compose;

  /**
   * @param settings the settings that a user would write into the file .env.
   * @throws NoEngine if docker-compose can neither be found nor installed.
   */
  constructor(engine, name, settings) {
    this.name = name;
    this.#environment = { ...process.env, ...engine.environment, ...settings, COMPOSE_PROJECT_NAME: name };
    this.#compose = composeCommand();
  }

  /**
   * Starts all containers and returns when the last one was started.
   * @throws Error with the end of the output if the start fails.
   */
  async up() {
    const { code, output } = await this.compose('up', '--detach', '--no-build');
    if (code !== 0) throw new Error(`compose up ended with ${code}:\n${output}\n${this.#states()}`);
  }

  /** Removes the containers, networks and volumes of the project. */
  async down() {
    await this.compose('down', '--volumes', '--timeout', '10');
  }

  compose(...args) {
    const [command, ...first] = this.#compose;
    const child = spawn(command, [...first, ...files.flatMap((file) => ['-f', file]), ...args], {
      cwd: root,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: UP_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, output: output.slice(-4000) }));
    });
  }

  /** Runs docker. @returns its standard output. @throws Error that contains the standard error if the command fails. */
  docker(...args) {
    return this.#run(args).stdout.trim();
  }

  #run(args) {
    const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8', env: this.#environment });
    if (status !== 0) throw new Error(`docker ${args.join(' ')} failed: ${stderr}`);
    return { stdout, stderr };
  }

  /** The id of a service's container. */
  container(service) {
    const [id] = this.containers(`com.docker.compose.service=${service}`);
    if (!id) throw new Error(`${service} has no container`);
    return id;
  }

  /** The ids of all containers of the project with a label. */
  containers(label = `com.docker.compose.project=${this.name}`) {
    const filters = [`com.docker.compose.project=${this.name}`, label].flatMap((value) => ['-f', `label=${value}`]);
    return this.docker('ps', '--all', '--quiet', ...filters)
      .split('\n')
      .filter(Boolean);
  }

  inspect(service) {
    return JSON.parse(this.docker('inspect', this.container(service)))[0];
  }

  logs(service, ...options) {
    return this.#logsOf(this.container(service), ...options);
  }

  /** Returns what a container wrote to its standard output, and then what it wrote to its standard error. */
  #logsOf(id, ...options) {
    const { stdout, stderr } = this.#run(['logs', ...options, id]);
    return `${stdout}${stderr}`.trim();
  }

  /**
   * Sends a signal to the first process of a container. After SIGKILL, the engine starts the container again.
   * SIGSTOP and SIGCONT replace `docker pause`, which fails on slow machines: runc gives up before the kernel
   * has frozen the control group.
   * @returns the id of the process.
   */
  signal(service, signal) {
    const { Pid } = this.inspect(service).State;
    process.kill(Pid, signal);
    return Pid;
  }

  /** The states of all containers and the last log lines of unhealthy containers, for an error message. */
  #states() {
    return this.containers()
      .map((id) => {
        const { Name, State } = JSON.parse(this.docker('inspect', id))[0];
        const health = State.Health?.Status ?? '';
        const isWell = health === 'healthy' || (State.Status === 'exited' && State.ExitCode === 0);
        const line = `${Name} ${State.Status} ${State.ExitCode} ${health}`;
        return isWell ? line : `${line}\n${this.#logsOf(id, '--tail', '20')}`;
      })
      .join('\n');
  }
}

/**
 * Returns the command `docker compose` if the plugin is installed, otherwise `docker-compose`,
 * which is installed first if it is missing.
 */
function composeCommand() {
  if (spawnSync('docker', ['compose', 'version']).status === 0) return ['docker', 'compose'];
  if (!isOnPath('docker-compose')) {
    const problem = isOnPath('apt-get') ? installPackages('docker-compose') : 'there is no apt-get';
    if (problem !== undefined) throw new NoEngine(`docker-compose is missing: ${problem}`);
  }
  return ['docker-compose'];
}
