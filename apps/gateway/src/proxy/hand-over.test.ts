import type { IncomingMessage, ServerResponse } from 'node:http';
import net from 'node:net';
import { until } from '@keyhaven/testing/until';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { bearer } from '../testing/send';
import { readBody, type StubListener } from '../testing/stub-server';

const SILENCE_MS = 600;
const error = (code: string, status: number) => ({ messages: [expect.any(String)], status: code, status_code: status });

describe('a request to a service of the gateway’s own process', () => {
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
    // After every failure, the gateway must still answer.
    behave = (_request, response) => void response.end('well');
    expect((await gateway.send('/v2/bookings')).text).toBe('well');
  });
  afterAll(() => gateway.stop());

  const post = () => gateway.send('/v2/bookings', { method: 'POST', body: '{}' });
  /** Sends a request over a connection of its own, whose bytes the test reads and writes. */
  const connect = (head: string) => {
    const { hostname, port } = new URL(gateway.url);
    const socket = net.connect(Number(port), hostname);
    const { authorization } = bearer(gateway.aToken().token);
    socket.write(`${head} HTTP/1.1\r\nHost: gateway\r\nAuthorization: ${authorization}\r\n`);
    return socket;
  };

  it('arrives as a proxy would have sent it: with the canonical path, the gateway’s token, and no other credentials', async () => {
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

  it('whose service is silent leaves open whether a write was carried out, and a read is a 503 with Retry-After', async () => {
    behave = async (request) => void (await readBody(request));
    const [written, read] = await Promise.all([post(), gateway.send('/v2/bookings')]);
    expect([written.status, written.headers['retry-after'], written.body.messages]).toEqual([
      504,
      undefined,
      [expect.stringContaining('repeat it with the same Idempotency-Key')],
    ]);
    expect([read.status, read.headers['retry-after'], read.body]).toEqual([503, '1', error('unavailable', 503)]);
  });

  it('whose client does not send the rest of its body is a 408', async () => {
    behave = async (request, response) => void response.end(await readBody(request));
    const socket = connect('POST /v2/bookings');
    socket.write('Content-Length: 10\r\n\r\nhalf ');
    expect(await readBody(socket as unknown as IncomingMessage)).toContain('408 Request Timeout');
  });

  it('whose service falls silent in the middle of its answer gets a truncated answer', async () => {
    behave = (_request, response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write('x'.repeat(1000));
    };
    await expect(post()).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
  });

  const LARGE = 32 * 1024 * 1024;

  it('may read its answer slowly', async () => {
    behave = (_request, response) => void response.end(Buffer.alloc(LARGE));
    const socket = connect('GET /v2/bookings');
    socket.write('Connection: close\r\n\r\n');
    let read = 0;
    const begun = Date.now();
    for await (const chunk of socket) {
      read += (chunk as Buffer).length;
      if (Date.now() - begun < 2.5 * SILENCE_MS) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(read).toBeGreaterThan(LARGE);
  });

  it('whose client does not read its answer is cut', async () => {
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

  it('whose client disconnects ends at the service', async () => {
    let answer: ServerResponse | undefined;
    behave = (_request, response) => void (answer = response);
    const socket = connect('GET /v2/bookings');
    socket.write('\r\n');
    await until(() => answer);
    socket.destroy();
    await until(() => answer!.destroyed);
    expect(answer!.writableFinished).toBe(false);
  });

  it('with a declared body over the limit does not reach the service', async () => {
    let isReached = false;
    behave = (_request, response) => {
      isReached = true;
      response.end();
    };
    const { status } = await gateway.send('/v2/bookings', { method: 'POST', body: Buffer.alloc(9_000_000, 'x') });
    expect([status, isReached]).toEqual([413, false]);
  });
});

describe('a request that waits for its turn at a service of the gateway’s own process', () => {
  /** The most requests that a service handles in parallel. */
  const PARALLEL = 256;
  const held: ServerResponse[] = [];
  const reached: (string | undefined)[] = [];
  let sent: Promise<unknown>[] = [];
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      booking: (request, response) => {
        reached.push(request.url);
        if (request.url !== '/v2/bookings?held') return void response.end('done');
        held.push(response);
        // A service that answers slowly, and is never silent.
        const timer = setInterval(() => response.write('x'), 200);
        response.once('close', () => clearInterval(timer));
      },
      isLocal: true,
      limits: { UPSTREAM_TIMEOUT_MS: '2000' },
    });
  });
  beforeEach(async () => {
    reached.length = held.length = 0;
    sent = Array.from({ length: PARALLEL }, () => gateway.send('/v2/bookings?held').catch(() => {}));
    await until(() => held.length === PARALLEL);
  });
  afterEach(async () => {
    release();
    await Promise.all(sent);
  });
  afterAll(() => gateway.stop());

  const release = () => held.forEach((response) => response.end());
  const waits = async () => {
    const { token } = gateway.aToken();
    const answer = gateway.send('/v2/bookings?waits', { headers: bearer(token) });
    await until(() => gateway.identity.asked.some((asked) => asked.token === token));
    return { answer };
  };

  it('gets it when another request has ended', async () => {
    const { answer } = await waits();
    expect(reached).not.toContain('/v2/bookings?waits');
    held[0]!.end();
    expect((await answer).text).toBe('done');
  });

  it('until its internal token is too old is answered 503 and does not reach the service', async () => {
    const { answer: answered } = await waits();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 130_000);
    release();
    const answer = await answered.finally(() => clock.mockRestore());
    expect(answer).toMatchObject({ status: 503, body: { status: 'unavailable' } });
    expect(answer.headers['retry-after']).toBe('2');
    expect(reached).not.toContain('/v2/bookings?waits');
  });

  it('for longer than the gateway waits is answered 503 and does not reach the service', async () => {
    const answer = await gateway.send('/v2/bookings?waits');
    expect(answer).toMatchObject({ status: 503, body: { status: 'unavailable' } });
    expect(answer.headers['retry-after']).toBe('2');
    release();
    await Promise.all(sent);
    expect(reached).not.toContain('/v2/bookings?waits');
  });
});
