import { randomUUID } from 'node:crypto';
import type { Abuse, Door } from '../door';
import { head, RawConnection } from '../raw-connection';

const ORDERED = 100;
const CONNECTIONS = 3;
/**
 * The number of connections is below the maximum number of streams of an account. If a stream were refused, its
 * response would end, and the requests behind it would be handled.
 */
const LEAVING = { connections: 15, requests: 30 };

/** Returns a fault unless all requests were answered in the order in which they were sent. */
export function orderFaults(sent: readonly string[], answered: readonly string[]): string[] {
  const at = sent.findIndex((id, index) => answered[index] !== id);
  if (at < 0 && answered.length === sent.length) return [];
  return [`of ${sent.length} pipelined requests, ${answered.length} were answered; wrong is number ${at + 1}`];
}

/** Sends many requests on one connection before it reads the first response. All must be answered in order. */
export const pipelineRequests: Abuse = async ({ url, authorization }) => {
  const faults = Array.from({ length: CONNECTIONS }, async () => {
    const ids = Array.from({ length: ORDERED }, (_, at) => `pipelined-${at}`);
    const requests = ids.map((id) => head('GET', '/v2/users/me', { Authorization: authorization, 'X-Request-Id': id }));
    const connection = new RawConnection(url).send(requests.join(''));
    await connection.answers(ORDERED);
    connection.socket.destroy();
    const answered = [...connection.received.matchAll(/^x-request-id: (\S+)/gim)].map(([, id]) => id!);
    return [...orderFaults(ids, answered), ...statusFaults(connection.statuses)];
  });
  return (await Promise.all(faults)).flat();
};

function statusFaults(statuses: readonly number[]): string[] {
  const others = statuses.filter((status) => status !== 200);
  return others.length === 0 ? [] : [`pipelined requests were answered ${[...new Set(others)].join(', ')}`];
}

/**
 * Pipelines many requests behind a request for an event stream, and disconnects. The server must
 * never handle the pipelined requests, and must not count them as open after the disconnection.
 */
export const pipelineAndLeave: Abuse = async (door) => {
  const id = `behind-${randomUUID()}`;
  // A stream does not end, so the server must not answer the requests behind it.
  const held = head('GET', '/v2/events', { Authorization: door.authorization, Accept: 'text/event-stream' });
  const behind = head('GET', '/v2/guests?limit=1', { Authorization: door.authorization, 'X-Request-Id': id });
  const connections = Array.from({ length: LEAVING.connections }, () =>
    new RawConnection(door.url, { reads: false }).send(held, behind.repeat(LEAVING.requests)),
  );
  // The server reads its connections in turn. Its response to this request shows that it has read the requests above.
  const faults = await readMe(door);
  for (const { socket } of connections) socket.destroy();
  if (faults.length > 0) return faults;
  const connection = new RawConnection(door.url).send(
    head('GET', '/v2/guests?limit=1', { Authorization: door.authorization }),
  );
  const [status] = await connection.answers(1);
  connection.socket.destroy();
  const handled = door.output().split(id).length - 1;
  return [
    ...(status === 200 ? [] : [`after clients left, a list is answered ${status ?? 'never'}`]),
    ...(handled === 0 ? [] : [`${handled} requests behind a stream were handled`]),
  ];
};

async function readMe({ url, authorization }: Door): Promise<string[]> {
  const connection = new RawConnection(url).send(head('GET', '/v2/users/me', { Authorization: authorization }));
  const [status] = await connection.answers(1);
  connection.socket.destroy();
  return status === 200 ? [] : [`while requests are pipelined, another one is answered ${status ?? 'never'}`];
}
