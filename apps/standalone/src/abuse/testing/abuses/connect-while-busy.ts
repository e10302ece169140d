import net from 'node:net';
import { until } from '@keyhaven/testing/until';
import type { Abuse } from '../door';
import { PATIENCE_MS } from '../raw-connection';

/** More clients than the 511 waiting connections of Node's default queue. */
const CLIENTS = 1000;
/**
 * How long local clients need at most to connect to the queue of a stopped server, in milliseconds.
 * Clients that do not fit into the queue connect only after the server continues.
 */
const SETTLED_MS = 500;

/**
 * Connects many clients while the server's process is stopped. All must be connected before the process continues, and
 * then get a response.
 */
export const connectWhileBusy: Abuse = async ({ url, pid }) => {
  const { hostname, port } = new URL(url);
  let connected = 0;
  let answered = 0;
  process.kill(pid, 'SIGSTOP');
  const sockets = Array.from({ length: CLIENTS }, () =>
    net
      .connect(Number(port), hostname, () => connected++)
      .on('error', () => {})
      .once('data', () => answered++),
  );
  await until(() => connected === CLIENTS, SETTLED_MS).catch(() => {});
  const lost = CLIENTS - connected;
  process.kill(pid, 'SIGCONT');
  for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: abused\r\n\r\n');
  await until(() => answered === CLIENTS, PATIENCE_MS).catch(() => {});
  for (const socket of sockets) socket.destroy();
  return [
    ...(lost === 0 ? [] : [`${lost} of ${CLIENTS} clients could not connect while the server was busy`]),
    ...(answered === CLIENTS ? [] : [`${CLIENTS - answered} of ${CLIENTS} clients got no answer`]),
  ];
};
