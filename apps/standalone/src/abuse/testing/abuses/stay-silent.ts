import { calendarOf, type Door, LARGE_LIST } from '../door';
import { head, RawConnection } from '../raw-connection';

const EVERY_MS = 1000;

/**
 * Connections of one kind that send or read almost nothing. They stay open until the server closes
 * them.
 */
interface Silence {
  name: string;
  count: number;
  /** The expected status; undefined if the client does not read responses. */
  status?: number;
  open: (door: Door) => RawConnection;
}

const half = (target: string, headers: Record<string, string | number>) =>
  `${head('POST', target, { 'Content-Type': 'application/json', 'Content-Length': 1000, ...headers })}{"first`;
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

const silences: Silence[] = [
  { name: 'sends nothing', count: 1000, status: 408, open: ({ url }) => new RawConnection(url) },
  {
    name: 'sends half of the headers',
    count: 100,
    status: 408,
    open: ({ url }) => new RawConnection(url).send('GET /v2/users/me HTTP/1.1\r\nHost: abused\r\n'),
  },
  {
    name: 'sends a byte of its headers each second',
    count: 20,
    status: 408,
    open: ({ url }) =>
      every(new RawConnection(url).send('GET / HTTP/1.1\r\nX-Slow: '), (connection) => connection.send('x')),
  },
  {
    name: 'sends half of a body',
    count: 100,
    status: 408,
    open: ({ url, authorization }) => new RawConnection(url).send(half('/v2/guests', { Authorization: authorization })),
  },
  {
    name: 'sends half of a body without credentials',
    count: 50,
    status: 401,
    open: ({ url }) => new RawConnection(url).send(half('/v2/guests', {})),
  },
  {
    name: 'sends half of a form for signing in',
    count: 50,
    status: 408,
    open: ({ url }) => new RawConnection(url).send(half('/portal/sign-in', form)),
  },
  {
    name: 'sends what is not HTTP, and does not close its side',
    count: 50,
    status: 400,
    open: ({ url }) => new RawConnection(url).send('NONSENSE\r\n\r\n'),
  },
  {
    name: 'sends too large headers, and does not close its side',
    count: 20,
    status: 431,
    open: ({ url }) => new RawConnection(url).send(`GET / HTTP/1.1\r\nX-Large: ${'x'.repeat(70_000)}`),
  },
  readingSlowly('a large list', 5, () => LARGE_LIST),
  readingSlowly('a large calendar', 120, calendarOf),
];

/** An open connection, and the status that its client must receive. */
export interface Silent {
  name: string;
  status: number | undefined;
  connection: RawConnection;
}

/**
 * Opens silent connections of every kind. @param share the share of the connections of each kind
 * that is opened.
 */
export function openSilences(door: Door, share = 1): Silent[] {
  return silences.flatMap(({ name, count, status, open }) =>
    Array.from({ length: Math.ceil(count * share) }, () => ({ name, status, connection: open(door) })),
  );
}

/** Describes the connections that are still open, and those that ended with a wrong response. */
export function silenceFaults(silent: readonly Silent[]): string[] {
  const faults = silent.flatMap(({ name, status, connection }) => {
    // A client that does not read cannot notice the end of its connection. Instead, the test counts
    // the server's open sockets.
    if (status === undefined) return [];
    if (!connection.hasEnded) return [`a client that ${name} is still connected`];
    const [answered] = connection.statuses;
    return answered === status ? [] : [`a client that ${name} got ${answered ?? 'no answer'}; expected ${status}`];
  });
  return [...new Set(faults)];
}

/**
 * Sends the same request several times, because a single response would fit into the buffers of the operating system.
 * Then reads one byte of the responses each second.
 */
function readingSlowly(what: string, times: number, target: (door: Door) => string): Silence {
  return {
    name: `reads a byte of ${what} each second`,
    count: 3,
    open: (door) => {
      const request = head('GET', target(door), { Authorization: door.authorization });
      const connection = new RawConnection(door.url, { reads: false }).send(request.repeat(times));
      return every(connection, ({ socket }) => void socket.read(1));
    },
  };
}

function every(connection: RawConnection, work: (connection: RawConnection) => void): RawConnection {
  const timer = setInterval(() => work(connection), EVERY_MS);
  connection.socket.once('close', () => clearInterval(timer));
  return connection;
}
