import type { IncomingMessage, ServerResponse } from 'node:http';
import net from 'node:net';
import { until } from '@keyhaven/testing/until';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { bearer } from '../testing/send';
import { readBody, type StubListener } from '../testing/stub-server';

const SILENCE_MS = 1000;
const error = (code: string, status: number) => ({ messages: [expect.any(String)], status: code, status_code: status });

describe("a request to a service in the gateway's own process", () => {
  let gateway: GatewayUnderTest;
  let behave: StubListener = (_request, response) => void response.end();
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      booking: (request, response) => behave(request, response),
      isLocal: true,
      limits: { UPSTREAM_TIMEOUT_MS: String(SILENCE_MS) },
    });
  });
  afterEach(async () => {
    // After each failure, the gateway must still respond to other requests.
    behave = (_request, response) => void response.end('well');
    expect((await gateway.send('/v2/bookings')).text).toBe('well');
  });
  afterAll(() => gateway.stop());

  const post = () => gateway.send('/v2/bookings', { method: 'POST', body: '{}' });
  /** Starts a request on a new connection. The test writes the rest of the request and reads the response as bytes. */
  const connect = (head: string) => {
    const { hostname, port } = new URL(gateway.url);
    const socket = net.connect(Number(port), hostname);
    const { authorization } = bearer(gateway.aToken().token);
    socket.write(`${head} HTTP/1.1\r\nHost: gateway\r\nAuthorization: ${authorization}\r\n`);
    return socket;
  };

  it("has the same path, token and headers as through a proxy, without the client's credentials", async () => {
    const seen: Record<string, unknown>[] = [];
    behave = (request, response) => {
      const { originalUrl } = request as unknown as { originalUrl: string };
      seen.push({ url: request.url, originalUrl, method: request.method, ...request.headers });
      response.end();
    };
    const { token, accountId } = gateway.aToken();
    await gateway.send('//v2//listingsites/5/?x=1', {
      headers: { ...bearer(token), 'x-request-id': 'client-1', 'x-real-ip': '10.0.0.1', 'x-custom': 'kept' },
    });
    expect(seen).toMatchObject([
      { url: '/v2/listing_sites/5?x=1', originalUrl: '/v2/listing_sites/5?x=1', method: 'GET', 'x-custom': 'kept' },
    ]);
    expect(seen[0]).toMatchObject({ 'x-request-id': 'client-1', 'x-request-deadline': expect.any(String) });
    expect(seen[0]!['x-real-ip']).toBeUndefined();
    const [, internal] = /^Bearer (\S+)$/.exec(String(seen[0]!.authorization))!;
    expect(await gateway.verify(internal!)).toMatchObject({ issuer: 'gateway', accountId, scope: 'full' });
  });

  it('gets a 504 for a write, or a 503 with Retry-After for a read, if the service does not respond in time', async () => {
    behave = async (request) => void (await readBody(request));
    const [written, read] = await Promise.all([post(), gateway.send('/v2/bookings')]);
    expect([written.status, written.headers['retry-after'], written.body.messages]).toEqual([
      504,
      undefined,
      [expect.stringContaining('repeat it with the same Idempotency-Key')],
    ]);
    expect([read.status, read.headers['retry-after'], read.body]).toEqual([503, '1', error('unavailable', 503)]);
  });

  it('gets a 408 if the client does not send the rest of its body', async () => {
    behave = async (request, response) => void response.end(await readBody(request));
    const socket = connect('POST /v2/bookings');
    socket.write('Content-Length: 10\r\n\r\nhalf ');
    expect(await readBody(socket as unknown as IncomingMessage)).toContain('408 Request Timeout');
  });

  it('gets a truncated response if the service stops sending in the middle of the response', async () => {
    behave = (_request, response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write('x'.repeat(1000));
    };
    await expect(post()).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
  });

  const LARGE = 32 * 1024 * 1024;
  /**
   * The reading speed of the slow client, in bytes per millisecond. The kernel reports progress only after megabytes,
   * so a client that reads much more slowly would count as silent.
   */
  const SLOW_BYTES_PER_MS = 10_000;

  it('is not aborted while the client reads the response slowly', async () => {
    behave = (_request, response) => void response.end(Buffer.alloc(LARGE));
    const socket = connect('GET /v2/bookings');
    socket.write('Connection: close\r\n\r\n');
    let read = 0;
    const begun = Date.now();
    for await (const chunk of socket) {
      read += (chunk as Buffer).length;
      // Read at SLOW_BYTES_PER_MS for 2.5 times the timeout, and then at full speed. On a slow
      // machine, reads after a pause may be faster.
      while (read > SLOW_BYTES_PER_MS * (Date.now() - begun) && Date.now() - begun < 2.5 * SILENCE_MS) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
    expect(read).toBeGreaterThan(LARGE);
  });

  it('is aborted if the client does not read the response', async () => {
    let answer: ServerResponse | undefined;
    behave = (_request, response) => void (answer = response).end(Buffer.alloc(LARGE));
    const socket = connect('GET /v2/bookings');
    socket.write('\r\n');
    await until(() => answer?.destroyed);
    let read = 0;
    const ended = new Promise((resolve) => socket.once('error', resolve).once('close', resolve));
    socket.on('data', (chunk: Buffer) => (read += chunk.length));
    await ended;
    expect(read).toBeLessThan(LARGE);
  });

  it('is aborted when the client disconnects', async () => {
    let answer: ServerResponse | undefined;
    behave = (_request, response) => void (answer = response);
    const socket = connect('GET /v2/bookings');
    socket.write('\r\n');
    await until(() => answer);
    socket.destroy();
    await until(() => answer!.destroyed);
    expect(answer!.writableFinished).toBe(false);
  });

  it('does not reach the service if its Content-Length exceeds the limit', async () => {
    let isReached = false;
    behave = (_request, response) => {
      isReached = true;
      response.end();
    };
    const { status } = await gateway.send('/v2/bookings', { method: 'POST', body: Buffer.alloc(9_000_000, 'x') });
    expect([status, isReached]).toEqual([413, false]);
  });
});
