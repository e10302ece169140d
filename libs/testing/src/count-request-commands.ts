import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isWithinPass } from '@keyhaven/persistence/outbox/pass-context';
import { countStoreCommands } from './count-store-commands';

/** The header that marks the request whose commands are counted. */
const HEADER = 'x-counted-request';
/** Commands that the driver sends by itself when it opens a connection. */
const OF_CONNECTIONS = new Set(['hello', 'ismaster', 'isMaster', 'ping']);

interface Counted {
  id: string;
  isAnswered: boolean;
}
const current = new AsyncLocalStorage<Counted>();

/**
 * Returns the number of commands that a service sends to its database for a request. See
 * `commandsOfRequest`.
 */
export async function countRequestCommands(
  send: (headers: Record<string, string>) => Promise<unknown>,
): Promise<number> {
  return (await commandsOfRequest(send)).length;
}

/**
 * Returns the commands that a service in this process sends to its database before it responds to a
 * request. Excludes commands that are not for a single request: those of the relay, and those that
 * allocate blocks of ids.
 * @param send a function that sends the request with the given headers.
 */
export async function commandsOfRequest(
  send: (headers: Record<string, string>) => Promise<unknown>,
): Promise<Record<string, unknown>[]> {
  const counted: Counted = { id: randomUUID(), isAnswered: false };
  const isOfRequest = () => current.getStore() === counted && !counted.isAnswered && !isWithinPass();
  const commands: Record<string, unknown>[] = [];
  const counting = countStoreCommands((command) => {
    const isCounted = isOfRequest() && concernsRecords(command);
    if (isCounted) commands.push(command);
    return isCounted;
  });
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
  } finally {
    diagnostics.unsubscribe('http.server.request.start', onStart);
    counting.end();
  }
  return commands;
}

function concernsRecords(command: Record<string, unknown>): boolean {
  const [[name, collection] = ['', undefined]] = Object.entries(command);
  return !OF_CONNECTIONS.has(name) && collection !== 'id_counters';
}
