import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isWithinPass } from '@keyhaven/persistence/outbox/relay';
import { Connection, type DriverConnection } from 'mongodb/lib/cmap/connection';

/** Names the request whose commands are counted. */
const HEADER = 'x-counted-request';
/** Commands of the driver itself, when it opens a connection. */
const OF_CONNECTIONS = new Set(['hello', 'ismaster', 'isMaster', 'ping']);

interface Counted {
  id: string;
  commands: number;
  isAnswered: boolean;
}
const current = new AsyncLocalStorage<Counted>();

/**
 * How many commands a service of this process sends to its database for a request, before it answers. Not counted is what
 * belongs to no single request: the relay's passes, and ids, which a process takes in blocks.
 * @param send sends the request with the headers that it is given.
 */
export async function countRequestCommands(
  send: (headers: Record<string, string>) => Promise<unknown>,
): Promise<number> {
  const counted: Counted = { id: randomUUID(), commands: 0, isAnswered: false };
  const { prototype } = Connection;
  const original = prototype.command;
  prototype.command = function (this: DriverConnection, ...request) {
    const [, command] = request;
    const isOfRequest = current.getStore() === counted && !counted.isAnswered && !isWithinPass();
    if (isOfRequest && concernsRecords(command)) counted.commands++;
    return original.apply(this, request);
  };
  const onStart = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.headers[HEADER] !== counted.id) return;
    current.enterWith(counted);
    response.once('finish', () => (counted.isAnswered = true));
  };
  diagnostics.subscribe('http.server.request.start', onStart);
  try {
    await send({ [HEADER]: counted.id });
    if (!counted.isAnswered) throw new Error('the request did not reach a server of this process');
    return counted.commands;
  } finally {
    diagnostics.unsubscribe('http.server.request.start', onStart);
    prototype.command = original;
  }
}

function concernsRecords(command: Record<string, unknown>): boolean {
  const [[name, collection] = ['', undefined]] = Object.entries(command);
  return !OF_CONNECTIONS.has(name) && collection !== 'id_counters';
}
