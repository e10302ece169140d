import net from 'node:net';
import { until } from '@keyhaven/testing/until';
import type { Abuse } from '../door';
import { PATIENCE_MS } from '../raw-connection';

/** More than the 511 connections that wait in Node's default queue. */
const CLIENTS = 1000;
/**
 * Within this time, a stopped server's queue accepts local connections. Others are connected only after the server
 * continues.
 */
const SETTLED_MS = 500;

/** Connects many clients while the server's process is stopped. Afterwards all must be connected, and get an answer. */
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
