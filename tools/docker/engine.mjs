// Starts a Docker engine for tests: node tools/docker/engine.mjs [COMMAND …]
//
// Runs the command with DOCKER_HOST, or keeps the engine running until Ctrl-C. Everything that the engine made is
// removed when it ends.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const keeper = fileURLToPath(new URL('./engine-keeper.mjs', import.meta.url));
/**
 * The file that this program locks while its engine runs. The lock prevents a second engine on this machine, which
 * would use the same network bridge.
 */
const lock = path.join(os.tmpdir(), 'keyhaven-engine.lock');
/** How long to wait until another program on this machine has stopped its engine, in seconds. */
const LOCK_SECONDS = 1200;
/** The exit code of flock if the lock was not free within LOCK_SECONDS. */
const LOCKED = 75;
/** How long the installation of packages may take, in milliseconds. */
const INSTALL_MS = 300_000;

/** The reason why no engine can run on this machine. In this case, tests that need an engine are skipped. */
export class NoEngine extends Error {}

/**
 * Starts an engine with its own data folder and socket, unless one already answers at DOCKER_HOST or in Docker's current
 * context. Installs Debian's packages docker.io and iptables if they are missing. The engine ends when this process ends
 * for any reason.
 * @returns `host` for DOCKER_HOST, `environment` with the variables that Docker's clients need, and `stop`, which ends
 *   an engine that was started here.
 * @throws NoEngine with the reason if no engine can run on this machine.
 */
export async function startEngine() {
  if (answers()) return runningEngine();
  const reason = installEngine();
  if (reason !== undefined) throw new NoEngine(reason);
  // If a service manager runs on this machine, the installation of the package has started an engine.
  if (answers()) return runningEngine();
  return startOwnEngine();
}

/** Starts an engine, calls `use` with it, and stops it. */
export async function withEngine(use) {
  const engine = await startEngine();
  try {
    return await use(engine);
  } finally {
    await engine.stop();
  }
}

function answers() {
  const { status } = spawnSync('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 15_000 });
  return status === 0;
}

function runningEngine() {
  const host = process.env.DOCKER_HOST || hostOfContext() || 'unix:///var/run/docker.sock';
  return { host, environment: { DOCKER_HOST: host }, isOwn: false, stop: async () => {} };
}

/** The address in Docker's current context. Empty if the docker command has no contexts. */
function hostOfContext() {
  const args = ['context', 'inspect', '--format', '{{.Endpoints.docker.Host}}'];
  return spawnSync('docker', args, { encoding: 'utf8' }).stdout.trim();
}

/** Installs dockerd if it is missing. @returns the reason if that is not possible; otherwise undefined. */
function installEngine() {
  if (process.platform !== 'linux') return 'no Docker engine answers, and one can be started only on Linux';
  if (process.getuid?.() !== 0) return 'no Docker engine answers, and only root can start one';
  if (isOnPath('dockerd') && isOnPath('iptables') && isOnPath('docker')) return undefined;
  if (!isOnPath('apt-get')) return 'no Docker engine is installed, and there is no apt-get to install one';
  console.error('--- installing the packages docker.io and iptables');
  const problem = installPackages('docker.io', 'iptables');
  if (problem !== undefined) return problem;
  return isOnPath('dockerd') ? undefined : 'the package docker.io has no dockerd';
}

/** Installs packages of Debian. @returns the reason if that failed; otherwise undefined. */
export function installPackages(...names) {
  const apt = (...args) =>
    spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=240', ...args], {
      encoding: 'utf8',
      timeout: INSTALL_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  const { status, stderr } = apt('install', '-y', '--no-install-recommends', ...names);
  if (status === 0) return undefined;
  return `apt-get could not install ${names.join(' and ')}: ${stderr?.trim().split('\n').at(-1) || 'it took too long'}`;
}

/** Whether a program is on the PATH, in /usr/sbin or in /sbin. */
export function isOnPath(name) {
  return [...process.env.PATH.split(path.delimiter), '/usr/sbin', '/sbin'].some((folder) =>
    existsSync(path.join(folder, name)),
  );
}

async function startOwnEngine() {
  // The keeper ends the engine when its input ends, which also happens when this process is killed.
  const args = ['-w', `${LOCK_SECONDS}`, '-E', `${LOCKED}`, lock, process.execPath, keeper];
  const child = spawn('flock', args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', resolve);
  });
  child.stdin.on('error', () => {});
  const line = await Promise.race([firstLine(child.stdout), ended.then(() => undefined)]);
  if (!line?.startsWith('unix://')) {
    child.stdin.end();
    const code = await ended;
    if (code === LOCKED) throw new NoEngine(`another engine of this program runs for more than ${LOCK_SECONDS} s`);
    throw new NoEngine(`dockerd does not start: ${line ?? `its keeper ended with ${code}`}`);
  }
  // Do not keep this process running only because the engine runs.
  child.unref();
  child.stdin.unref();
  child.stdout.unref();
  const stop = async () => {
    child.ref();
    child.stdin.end();
    await ended;
  };
  return { host: line, environment: { DOCKER_HOST: line }, isOwn: true, stop };
}

async function firstLine(stream) {
  for await (const line of createInterface({ input: stream })) return line;
  return undefined;
}

/** Runs the given command, or waits for a signal if there is no command. @returns the exit code. */
async function runWithEngine(engine, [command, ...args]) {
  if (command === undefined) {
    console.log(`DOCKER_HOST=${engine.host}`);
    const timer = setInterval(() => {}, 60_000);
    await new Promise((resolve) => ['SIGINT', 'SIGTERM'].forEach((signal) => process.once(signal, resolve)));
    clearInterval(timer);
    return 0;
  }
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...engine.environment } });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', reject);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await withEngine((engine) => runWithEngine(engine, process.argv.slice(2)));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
