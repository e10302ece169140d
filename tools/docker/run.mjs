// The entry point of the image. The first argument selects the program:
//
//   SERVICE                  a service, such as gateway or booking
//   standalone               the whole platform in one process, with its data in /data
//   embedded-mongo           the embedded database, with its data in /data
//   migrate                  migrates the data of all services, and exits
//   wait-for-schema SERVICE  waits until the data of a service is migrated and has its indexes, and exits
//   demo                     loads the demo data into a platform of separate containers
//   operator METHOD SERVICE PATH [JSON]  calls an operator route of a service, and exits; works also in the container of
//                            standalone
//   keys FOLDER              creates the keys and secrets that the folder lacks, or new keys with --replace, and exits
//   backup FOLDER            backs up the data of all services, and exits
//   restore FOLDER           restores a backup, and exits
//   healthcheck [PATH]       exits with 0 if the program of this container is alive; with PATH, exits with 0 if this path
//                            on its operations port returns 200
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';

const services = JSON.parse(readFileSync(new URL('services.json', import.meta.url), 'utf8'));
/** The operations port is the API port plus this offset. */
const OPERATIONS_PORT_OFFSET = 1000;
/** How long a health check waits for a response, in milliseconds. Docker ends the check after five seconds. */
const ANSWER_MS = 3000;
const DATABASE_PORT = 27017;

const [argument, ...rest] = process.argv.slice(2);
if (argument === 'healthcheck') {
  const fault = await faultOf(programOfContainer(), rest[0] ?? '/livez');
  if (fault !== undefined) console.error(fault);
  process.exit(fault === undefined ? 0 : 1);
}

const programs = createRequire(import.meta.url)('./dist/main.js');
if (argument === undefined || !Object.hasOwn(programs, argument)) {
  const names = [...Object.keys(programs), 'healthcheck'].join(', ');
  console.error(
    `${argument === undefined ? 'an argument is missing' : `unknown argument "${argument}"`}; use one of: ${names}`,
  );
  process.exit(2);
}
for (const signal of ['SIGTERM', 'SIGINT']) endBeforeStart(signal);
setDefaults(argument);
// The program reads its own arguments from process.argv.
process.argv = [process.argv[0], argument, ...rest];
programs[argument]();

/**
 * Ends the process on a signal if the program does not handle the signal yet. Without a handler,
 * the first process of a container ignores signals.
 */
function endBeforeStart(signal) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(143);
  });
}

/** Sets the settings that are the same in every container, unless the environment contains them. */
function setDefaults(name) {
  if (!services[name]) return;
  process.env.PORT ||= `${services[name].port}`;
  process.env.INTERNAL_PUBLIC_KEYS_FILE ||= '/keys/public.json';
  process.env.INTERNAL_SIGNING_KEY_FILE ||= `/keys/${name}.json`;
}

/**
 * The name of the program that this container runs, read from the command line of process 1. If
 * process 1 is an init program, its command line contains the command of this file.
 */
function programOfContainer() {
  const words = readFileSync('/proc/1/cmdline', 'utf8').split('\0');
  return words[words.findIndex((word) => word.endsWith('run.mjs')) + 1];
}

/**
 * Checks whether a program is alive.
 * @param place the path on the operations port that must return 200.
 * @returns what is wrong; undefined if the program is alive.
 */
async function faultOf(name, place) {
  if (name === 'embedded-mongo') return faultOfDatabase();
  const port = services[name === 'standalone' ? 'gateway' : name]?.port;
  // The other programs end by themselves, so they need no health check.
  if (port === undefined) return undefined;
  const { PORT = port, OPERATIONS_PORT = Number(PORT) + OPERATIONS_PORT_OFFSET, OPERATIONS_HOST } = process.env;
  const url = `http://${reachable(OPERATIONS_HOST)}:${OPERATIONS_PORT}${place}`;
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    return status === 200 ? undefined : `${url} answered ${status}`;
  } catch (error) {
    return `${url} does not answer: ${error.cause?.message ?? error.message}`;
  }
}

/** The database has no operations port. It is alive if it accepts connections. */
function faultOfDatabase() {
  const listen = process.env.KEYHAVEN_DATABASE_LISTEN;
  // Without the setting, the database listens only on a socket, which other containers cannot reach.
  if (!listen) return undefined;
  const port = Number(listen.split(':').at(-1)) || DATABASE_PORT;
  return new Promise((resolve) => {
    const socket = net.connect({ host: reachable(listen.slice(0, listen.lastIndexOf(':'))), port, timeout: ANSWER_MS });
    const end = (fault) => {
      socket.destroy();
      resolve(fault);
    };
    socket.once('connect', () => end(undefined));
    socket.once('timeout', () => end(`port ${port} does not answer`));
    socket.once('error', (error) => end(`port ${port} does not answer: ${error.message}`));
  });
}

/** The address at which a program that listens on `host` can be reached in its container. */
function reachable(host) {
  return !host || ['0.0.0.0', '::', '[::]'].includes(host) ? '127.0.0.1' : host;
}
