import type { Abuse } from '../door';
import { head, RawConnection } from '../raw-connection';

const TIMES = 10;

const many = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-Flood-${at}`, 'x'.repeat(length)]));
const floods = {
  'many headers': many(5000, 1),
  'large headers': many(20, 50_000),
  'one large header': many(1, 2_000_000),
};

/** Sends requests with too many headers or with too large ones. Each request must be refused. */
export const floodHeaders: Abuse = async ({ url, authorization }) => {
  const all = Array.from({ length: TIMES }, () => Object.entries(floods)).flat();
  const faults = all.map(async ([name, headers]) => {
    const connection = new RawConnection(url).send(
      head('GET', '/v2/users/me', { Authorization: authorization, ...headers }),
    );
    const [status] = await connection.answers(1);
    const { hasEnded } = connection;
    connection.socket.destroy();
    // The client may lose the response: if the server closes a connection with unread bytes, the connection is reset.
    return status === 431 || (status === undefined && hasEnded) ? [] : [`${name} got ${status}; expected 431`];
  });
  return (await Promise.all(faults)).flat();
};
