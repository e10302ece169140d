// Runs dockerd until the standard input ends, and then removes everything that it made. engine.mjs starts this program
// as a separate process, so that the engine also ends if the program that uses it is killed. Prints the address of the
// engine, or the reason why dockerd does not start.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time limit for the start of dockerd, in milliseconds. It takes two seconds on an idle machine. */
const START_MS = 90_000;
/** How long dockerd may take to end after its containers were removed, in milliseconds. */
const STOP_MS = 20_000;

// Ignore signals, which a service manager may send to every process. Only the end of the input stops this program.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const hadBridge = existsSync('/sys/class/net/docker0');
const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-engine-'));
const file = (name) => path.join(folder, name);
const host = `unix://${file('docker.sock')}`;
const input = new Promise((resolve) => process.stdin.on('end', resolve).on('close', resolve).resume());

const log = openSync(file('dockerd.log'), 'a');
const places = ['--data-root', file('data'), '--exec-root', file('exec'), '--pidfile', file('dockerd.pid')];
const engine = spawn('dockerd', [...places, '--host', host], {
  stdio: ['ignore', log, log],
  env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
});
let isRunning = true;
const ended = new Promise((resolve) => {
  engine.once('exit', resolve);
  engine.once('error', resolve);
}).then(() => (isRunning = false));

const docker = (...args) =>
  spawnSync('docker', args, { encoding: 'utf8', timeout: 60_000, env: { ...process.env, DOCKER_HOST: host } });

const startedBy = Date.now() + START_MS;
let isReady = false;
while (!isReady && isRunning && Date.now() < startedBy) {
  isReady = docker('version', '--format', '{{.Server.Version}}').status === 0;
  if (!isReady) await sleep(200);
}
if (isReady) {
  console.log(host);
  await Promise.race([input, ended]);
} else {
  console.log(lastError());
}
await stop();
removeFolder();

function lastError() {
  const lines = readFileSync(file('dockerd.log'), 'utf8').trim().split('\n');
  return lines.findLast((line) => /error|fail/i.test(line)) ?? lines.at(-1) ?? 'it logged nothing';
}

async function stop() {
  if (isRunning) {
    removeContainers();
    engine.kill('SIGTERM');
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
    if (isRunning) engine.kill('SIGKILL');
  }
  // Kill the processes that remain if dockerd was killed: containerd, and the shims of its containers.
  for (const pid of processesOf(file('exec'))) kill(pid);
  if (!hadBridge) spawnSync('ip', ['link', 'delete', 'docker0']);
}

/**
 * Removes all containers and networks. Otherwise the network bridges would remain on this machine.
 */
function removeContainers() {
  const containers = docker('ps', '--all', '--quiet').stdout?.split('\n').filter(Boolean) ?? [];
  if (containers.length > 0) docker('rm', '--force', '--volumes', ...containers);
  docker('network', 'prune', '--force');
}

/** The processes whose command line contains a text, and all of their children. */
function processesOf(text) {
  const found = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1];
      found.set(pid, { parent, isOurs: readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text) });
    } catch {
      // The process has ended in the meantime.
    }
  }
  const belongs = (pid) => found.has(pid) && (found.get(pid).isOurs || belongs(found.get(pid).parent));
  return [...found.keys()].filter(belongs).map(Number);
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Unmounts everything inside the folder, and removes the folder. */
function removeFolder() {
  const mounted = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4])
    .filter((place) => place?.startsWith(`${folder}/`));
  for (const place of mounted.reverse()) spawnSync('umount', ['--lazy', place]);
  // If images were built, there are a hundred thousand files. Removing them takes a minute on a
  // busy disk.
  spawnSync('rm', ['-rf', folder]);
}
