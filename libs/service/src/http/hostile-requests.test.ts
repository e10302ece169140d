import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { makeTestKeys, testGrants } from '@keyhaven/testing/test-keys';
import { until } from '@keyhaven/testing/until';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { createTokenVerifier } from '../auth/token-verifier';
import { createLogger } from '../observability/logger';
import { createMetrics } from '../observability/metrics';
import { createApp } from './app';
import { mountContract } from './mount-contract';
import { type RunningServer, serve } from './serve';

const contract = initContract().router({
  write: { method: 'POST', path: '/v2/things', body: z.object({}), responses: { 200: z.any() } },
  read: { method: 'GET', path: '/v2/things', responses: { 200: z.any() } },
});

let server: RunningServer;
let authorization: string;
/** How many times the route `write` has run. */
let written = 0;
beforeAll(async () => {
  const keys = await makeTestKeys();
  authorization = `Authorization: Bearer ${await keys.sign({ audience: 'things', scope: 'full', accountId: 5 })}`;
  const app = createApp({
    logger: createLogger('things', 'silent'),
    metrics: createMetrics('things', false),
    maxBodyBytes: 10_000,
    routes: (express) =>
      mountContract(
        express,
        'public',
        createTokenVerifier('things', keys.publicKeys, { grants: testGrants }),
        contract,
        {
          write: () => {
            written++;
            return Promise.resolve({});
          },
          read: () => Promise.resolve({}),
        },
      ),
  });
  server = await serve(app, '127.0.0.1', 0);
});
afterAll(() => server.close(1000));

/** Opens a connection for sending raw bytes. */
function connect() {
  const socket = net.connect(server.port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  // The server may reset a connection that it closes while bytes are on the way.
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  const answered = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  return { socket, closed, answered };
}

/**
 * Sends a request with Connection: close. Returns everything that is received until the connection
 * is closed.
 */
async function exchange(lines: string[]): Promise<string> {
  const { socket, closed } = connect();
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  return closed;
}

function error(status: number, code: string, message: RegExp) {
  return new RegExp(
    `^HTTP/1\\.1 ${status} .*"messages":\\["${message.source}"\\],"status":"${code}","status_code":${status}`,
    's',
  );
}

describe('a request', () => {
  it('is answered 417 if it has an unsupported Expect header', async () => {
    expect(await exchange(['GET /v2/things HTTP/1.1', 'Host: x', authorization, 'Expect: a-miracle'])).toMatch(
      error(417, 'expectation_failed', /Expect: \\"a-miracle\\" is not supported; expected 100-continue/),
    );
    expect(await exchange(['GET /v2/things HTTP/1.1', 'Host: x', authorization, 'Expect: 100-Continue'])).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /,
    );
  });

  it('is answered 400 without a Host header in HTTP/1.1, but 200 in HTTP/1.0', async () => {
    expect(await exchange(['GET /v2/things HTTP/1.1', authorization])).toMatch(
      error(400, 'bad_request', /Host: is required; send the name of the server/),
    );
    expect(await exchange(['GET /v2/things HTTP/1.0', authorization])).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is answered 431 if it has more than 200 headers, not counting those that the gateway adds', async () => {
    const headers = (count: number) => Array.from({ length: count }, (_, index) => `X-Header-${index}: 1`);
    const added = [authorization, 'X-Request-Id: 1', `X-Request-Deadline: ${Date.now() + 60_000}`];
    const request = ['GET /v2/things HTTP/1.1', 'Host: x', ...added];
    expect(await exchange([...request, ...headers(199)])).toMatch(/^HTTP\/1\.1 200 /);
    expect(await exchange([...request, ...headers(200)])).toMatch(
      error(431, 'headers_too_large', /the request has 201 headers; at most 200 are accepted/),
    );
    expect(await exchange([...request, ...headers(2500)])).toMatch(
      error(431, 'headers_too_large', /the request has 2501 headers; at most 200 are accepted/),
    );
  });

  it.each([
    ['headers', 'GET /v2/things HTTP/1.1\r\nHost: x\r\n'],
    ['body bytes', 'POST /v2/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\n'],
  ])('is answered 408 if its %s do not arrive in time', async (part, sent) => {
    const { headersTimeout, requestTimeout } = server.server;
    Object.assign(server.server, { headersTimeout: 100, requestTimeout: 200 });
    const { socket, closed } = connect();
    socket.write(part === 'body bytes' ? `${sent}${authorization}\r\n\r\n{` : sent);
    expect(await closed).toMatch(error(408, 'request_timeout', /the request did not arrive in time; send it again/));
    Object.assign(server.server, { headersTimeout, requestTimeout });
  });
});

describe('a refused client that keeps its side of the connection open', () => {
  it.each([
    ['bytes that are not HTTP', 'NONSENSE\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nX-Large: ${'x'.repeat(70_000)}`, 431],
  ])('is disconnected after it sent %s', async (_what, sent, status) => {
    const accepted = new Promise<net.Socket>((resolve) => server.server.once('connection', resolve));
    const client = net.connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    let received = '';
    client.on('data', (chunk: Buffer) => (received += chunk.toString())).on('error', () => {});
    client.write(sent);
    await new Promise((resolve) => client.once('end', resolve));
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const connection = await accepted;
    await until(() => connection.destroyed);
    client.destroy();
  });
});

describe('a compressed body that exceeds the limit when it is decompressed', () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000, ' '));
  const send = (method: string) => {
    const { socket, closed } = connect();
    const about = `Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}`;
    socket.write(
      `${method} /v2/things HTTP/1.1\r\nHost: x\r\n${authorization}\r\n${about}\r\nConnection: close\r\n\r\n`,
    );
    socket.write(bomb);
    return closed;
  };

  it('is ignored in a GET request', async () => {
    expect(await send('GET')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is refused with 413 in a POST request', async () => {
    expect(await send('POST')).toMatch(error(413, 'payload_too_large', /the body is too large; .*/));
  });
});

it('a body above the limit is refused with 413, even in a GET request', async () => {
  const { socket, closed } = connect();
  socket.write(`GET /v2/things HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Length: 20000\r\n\r\n`);
  expect(await closed).toMatch(error(413, 'payload_too_large', /the body is too large; .*/));
});

describe('a body that arrives in many chunks', () => {
  const post = (chunks: number, chunk: string) => {
    const { socket, closed } = connect();
    const about = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close';
    socket.write(`POST /v2/things HTTP/1.1\r\nHost: x\r\n${authorization}\r\n${about}\r\n\r\n`);
    socket.write(`1\r\n{\r\n${chunk.repeat(chunks)}1\r\n}\r\n0\r\n\r\n`);
    return closed;
  };

  it('is refused with 400 if it has 5,000 chunks of one byte, and the request is not carried out', async () => {
    written = 0;
    expect(await post(5000, '1\r\n \r\n')).toMatch(
      error(400, 'bad_request', /body: arrived in parts of less than 64 .*/),
    );
    expect(written).toBe(0);
  });

  it('is accepted if it has 1,000 chunks of one byte, or 50 chunks of 100 bytes', async () => {
    written = 0;
    expect(await post(1000, '1\r\n \r\n')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await post(50, `64\r\n${' '.repeat(100)}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(written).toBe(2);
  });
});

describe('the body of a refused request', () => {
  const refused = 'POST /v2/things HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n';

  it('is read after the response was sent, so that the client can reuse the connection', async () => {
    const { socket, closed, answered } = connect();
    socket.write(`${refused}Content-Length: 100000\r\n\r\n`);
    await answered;
    socket.write('x'.repeat(100_000));
    socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(await closed).toMatch(/^HTTP\/1\.1 413 .*HTTP\/1\.1 200 /s);
  });

  it('does not block the next request on the connection if the body arrived before the refusal', async () => {
    const { socket, closed, answered } = connect();
    socket.write(`${refused}Content-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`);
    await answered;
    socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(await closed).toMatch(/^HTTP\/1\.1 413 .*HTTP\/1\.1 200 /s);
  });

  it('is read up to 1 MB, and then the connection is closed', async () => {
    const { socket, closed, answered } = connect();
    socket.write(`${refused}Content-Length: 1000000000\r\n\r\n`);
    await answered;
    let sent = 0;
    const send = () => {
      if (socket.destroyed) return;
      sent += 65_536;
      socket.write(Buffer.alloc(65_536), send);
    };
    send();
    expect(await closed).toMatch(/^HTTP\/1\.1 413 /);
    // `sent` also counts bytes that are still in socket buffers, so it is more than the server
    // has read.
    expect(sent).toBeLessThan(50_000_000);
  });

  it('is not awaited forever: the connection is closed if the client stops sending', async () => {
    const { socket, closed } = connect();
    socket.write(`${refused}Content-Length: 5000\r\n\r\nxxx`);
    expect(await closed).toMatch(/^HTTP\/1\.1 415 /);
    const larger = connect();
    const json = refused.replace('text/plain', 'application/json');
    larger.socket.write(`${json}Content-Length: 20000\r\n\r\nxxx`);
    expect(await larger.closed).toMatch(/^HTTP\/1\.1 413 /);
    const chunked = connect();
    chunked.socket.write(`${json}Transfer-Encoding: chunked\r\n\r\n4e20\r\n${'x'.repeat(20_000)}\r\n`);
    expect(await chunked.closed).toMatch(/^HTTP\/1\.1 413 /);
  });
});
