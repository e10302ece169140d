import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { until } from '@keyhaven/testing/until';
import { takeTestMethod } from './take-test-method';

/** The requests that the handler received, in order. */
let seen: { method: string; url: string; body: string; address: string | undefined }[];
let server: http.Server;
let port: number;
/** For each url, a function that sends the response that the handler holds back. */
let held: Map<string, () => void>;

/**
 * How long the rest of the method's name may take to arrive, in milliseconds. It is longer than the delays between
 * packets in these tests.
 */
const NAME_TIMEOUT_MS = 1000;

beforeEach(async () => {
  seen = [];
  held = new Map();
  server = http.createServer({ headersTimeout: 300, connectionsCheckingInterval: 50 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url } = request as { method: string; url: string };
      const body = Buffer.concat(chunks).toString();
      seen.push({ method, url, body, address: request.socket.remoteAddress });
      const answer = () => void response.end(`${method} ${url} ${body.length};`);
      if (url.startsWith('/held')) held.set(url, answer);
      else answer();
    });
  });
  const refuse = (_error: unknown, connection: Duplex) => {
    connection.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  };
  takeTestMethod(server, refuse, NAME_TIMEOUT_MS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Connects a client that writes bytes and collects the responses. */
async function connect() {
  const socket = net.connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  const client = { socket, received: '', isClosed: false };
  socket.on('data', (chunk) => (client.received += chunk.toString()));
  socket.on('close', () => (client.isClosed = true));
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return {
    client,
    write: (text: string) => new Promise<void>((resolve) => socket.write(text, () => resolve())),
    /**
     * Waits for this number of responses. @returns the bodies of the responses. The handler ends
     * each body with a semicolon.
     */
    answers: (count: number) =>
      until(() => {
        const bodies = client.received.match(/(GET|POST|TEST) \S+ \d+;/g) ?? [];
        return bodies.length >= count ? bodies : undefined;
      }),
  };
}

const head = (method: string, url: string, ...headers: string[]) =>
  `${[`${method} ${url} HTTP/1.1`, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`;
const withBody = (method: string, url: string, body: string) =>
  `${head(method, url, `Content-Length: ${body.length}`)}${body}`;

describe('a request with the method TEST', () => {
  it("reaches the handler with the body and the client's address", async () => {
    const { write, answers } = await connect();
    await write(withBody('TEST', '/v1/quotes', '{"a":1}'));
    expect(await answers(1)).toEqual(['TEST /v1/quotes 7;']);
    expect(seen).toEqual([{ method: 'TEST', url: '/v1/quotes', body: '{"a":1}', address: '127.0.0.1' }]);
  });

  it.each(['T', 'TE', 'TES', 'TEST', 'TEST ', 'TEST /v1', 'TEST /v1/quotes HTTP/1.1\r\nHost'])(
    'may arrive in several packets, the first of which is %j',
    async (first) => {
      const { write, answers } = await connect();
      const whole = withBody('TEST', '/v1/quotes', 'x'.repeat(50));
      await write(first);
      await new Promise((resolve) => setTimeout(resolve, 20));
      await write(whole.slice(first.length));
      expect(await answers(1)).toEqual(['TEST /v1/quotes 50;']);
    },
  );

  it('may arrive byte by byte, and twice on one connection', async () => {
    const { write, answers } = await connect();
    for (const character of withBody('TEST', '/a', 'body') + withBody('TEST', '/b', 'more')) await write(character);
    expect(await answers(2)).toEqual(['TEST /a 4;', 'TEST /b 4;']);
  });

  it('may have a chunked body', async () => {
    const { write, answers } = await connect();
    await write(head('TEST', '/v1/quotes', 'Transfer-Encoding: chunked'));
    await write('5\r\nhello\r\n');
    await write('6\r\n world\r\n0\r\n\r\n');
    expect(await answers(1)).toEqual(['TEST /v1/quotes 11;']);
    expect(seen[0]!.body).toBe('hello world');
  });

  it('may alternate with requests of other methods on one connection', async () => {
    const { client, write, answers } = await connect();
    const expected: string[] = [];
    for (let round = 1; round <= 20; round++) {
      for (const method of ['TEST', 'POST', 'TEST']) {
        await write(withBody(method, `/${round}`, 'abc'));
        expected.push(`${method} /${round} 3;`);
        expect(await answers(expected.length)).toEqual(expected);
      }
    }
    expect(client.isClosed).toBe(false);
  });

  it('gets its response in order when requests are pipelined', async () => {
    const { write, answers } = await connect();
    await write(
      head('GET', '/held/1') + withBody('TEST', '/2', 'ab') + withBody('POST', '/3', 'c') + withBody('TEST', '/4', ''),
    );
    await until(() => held.get('/held/1'));
    expect(seen).toHaveLength(1);
    held.get('/held/1')!();
    expect(await answers(4)).toEqual(['GET /held/1 0;', 'TEST /2 2;', 'POST /3 1;', 'TEST /4 0;']);
  });

  it('may wait for earlier responses without a time limit, but the method name must arrive in time', async () => {
    const pipelined = await connect();
    await pipelined.write(head('GET', '/held/1') + withBody('TEST', '/2', 'ab'));
    await until(() => held.get('/held/1'));
    const halting = await connect();
    await halting.write('TES');
    // `halting` has exceeded the time limit. If `pipelined` had a time limit, that limit would have
    // started earlier and would be exceeded too.
    await until(() => halting.client.isClosed);
    held.get('/held/1')!();
    expect(await pipelined.answers(2)).toEqual(['GET /held/1 0;', 'TEST /2 2;']);
  });

  it("does not cause the server's timeout for headers to close the connection later", async () => {
    const { client, write, answers } = await connect();
    await write(withBody('TEST', '/first', ''));
    await answers(1);
    // These rounds take several times as long as the timeout for headers.
    for (let round = 1; round <= 12; round++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await write(head('GET', `/${round}`));
      await answers(round + 1);
    }
    expect(client.isClosed).toBe(false);
  });

  it('is not recognised inside a body', async () => {
    const { write, answers } = await connect();
    await write(withBody('POST', '/1', `TEST /evil HTTP/1.1\r\nHost: a\r\n\r\n`));
    await write(withBody('TEST', '/2', `TEST /evil HTTP/1.1\r\nHost: a\r\n\r\n`));
    expect(await answers(2)).toEqual(['POST /1 32;', 'TEST /2 32;']);
    expect(seen.map(({ url }) => url)).toEqual(['/1', '/2']);
  });

  it('does not change a POST on the same connection', async () => {
    const { write, answers } = await connect();
    await write(withBody('TEST', '/1', '') + withBody('POST', '/2', ''));
    expect(await answers(2)).toEqual(['TEST /1 0;', 'POST /2 0;']);
  });

  it.each(['TESTING /x HTTP/1.1\r\n\r\n', 'EST /x HTTP/1.1\r\n\r\n', 'NONSENSE /x HTTP/1.1\r\n\r\n', 'TE\r\n\r\n'])(
    'is not recognised in %j, which gets a 400',
    async (bytes) => {
      const { client, write } = await connect();
      await write(bytes);
      await until(() => client.isClosed || undefined);
      expect(client.received).toMatch(/^HTTP\/1.1 400 /);
      expect(seen).toEqual([]);
    },
  );

  it('does not affect other connections if the client disconnects after sending only TES', async () => {
    const { client, write } = await connect();
    await write('TES');
    client.socket.destroy();
    const other = await connect();
    await other.write(head('GET', '/after'));
    expect(await other.answers(1)).toEqual(['GET /after 0;']);
    await until(() => client.isClosed || undefined);
  });
});
