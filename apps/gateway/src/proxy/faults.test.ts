import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { until } from '@keyhaven/testing/until';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { type Answer, bearer } from '../testing/send';
import { startStubServer, type StubListener } from '../testing/stub-server';

describe('the gateway with a service that fails', () => {
  let gateway: GatewayUnderTest;
  let behave: StubListener = (_request, response) => void response.end();
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      booking: (request, response) => behave(request, response),
      limits: { UPSTREAM_TIMEOUT_MS: '600' },
    });
  });
  afterEach(async () => {
    // After each failure, the gateway must still respond to other requests.
    behave = (_request, response) => void response.end('well');
    expect((await gateway.send('/v2/bookings')).text).toBe('well');
  });
  afterAll(() => gateway.stop());

  const post = () => gateway.send('/v2/bookings', { method: 'POST', body: '{}' });
  const error = (code: string, status: number) => ({
    messages: [expect.any(String)],
    status: code,
    status_code: status,
  });

  it('returns 504 and aborts the request to the service if the service does not respond in time', async () => {
    const ended = new Promise((resolve) => (behave = (request) => void request.socket.once('close', resolve)));
    expect((await post()).body).toEqual(error('gateway_timeout', 504));
    await ended;
  });

  it('suggests repeating a write that got no response in time', async () => {
    behave = () => {};
    const [written, read] = await Promise.all([post(), gateway.send('/v2/bookings')]);
    expect([written.status, written.headers['retry-after'], written.body.messages]).toEqual([
      504,
      undefined,
      [expect.stringContaining('repeat it with the same Idempotency-Key')],
    ]);
    expect([read.status, read.headers['retry-after'], read.body]).toEqual([503, '1', error('unavailable', 503)]);
  });

  it.each<[string, (socket: Socket) => unknown]>([
    ['closes the connection before it answers', (socket) => socket.destroy()],
    ['resets the connection before it answers', (socket) => socket.resetAndDestroy()],
    ['answers with bytes that are not HTTP', (socket) => socket.end('what?\r\n\r\n')],
  ])('suggests repeating a write, and returns 502 for a read, if the service %s', async (_how, fail) => {
    behave = (request) => void fail(request.socket);
    const [written, read] = [await post(), await gateway.send('/v2/bookings')];
    expect([written.status, written.body.messages]).toEqual([
      504,
      [expect.stringContaining('repeat it with the same Idempotency-Key')],
    ]);
    expect(read.body).toEqual(error('bad_gateway', 502));
  });

  it("returns 502 without the service's headers if the connection fails after these headers", async () => {
    behave = (request, response) => {
      response.writeHead(200, { 'content-length': '100', etag: '"3"' });
      response.flushHeaders();
      setImmediate(() => request.socket.destroy());
    };
    const { status, headers, body } = await post();
    expect(status).toBe(502);
    expect(body).toEqual(error('bad_gateway', 502));
    expect(headers.etag).toBeUndefined();
  });

  it.each(['destroy', 'resetAndDestroy'] as const)(
    'truncates the response if the connection fails in the middle of the response (%s)',
    async (way) => {
      for (const headers of [{ 'content-length': '100000' }, {}]) {
        behave = (request, response) => {
          response.writeHead(200, headers);
          response.write('x'.repeat(1000), () => setImmediate(() => request.socket[way]()));
        };
        await expect(post()).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
      }
    },
  );

  it('truncates the response if the service stops sending in the middle of the response', async () => {
    behave = (_request, response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write('x'.repeat(1000));
    };
    await expect(post()).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
  });

  it('forwards an error response of the service unchanged', async () => {
    const body = { messages: ['nights are taken'], status: 'nights_taken', status_code: 409 };
    behave = (_request, response) => {
      response.writeHead(409, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(body));
    };
    const answer = await post();
    expect([answer.status, answer.body]).toEqual([409, body]);
  });
});

describe('the gateway with a service that cannot be reached', () => {
  it('returns 502 for reads and writes, because nothing was sent', async () => {
    const gone = await startStubServer(() => {});
    await gone.stop();
    const gateway = await startGatewayUnderTest({ bookingUrl: gone.url });
    try {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await gateway.send('/v2/bookings', { method });
        expect([method, status]).toEqual([method, 502]);
        expect(body).toMatchObject({ status: 'bad_gateway', status_code: 502 });
      }
    } finally {
      await gateway.stop();
    }
  });
});

describe('a client that disconnects from the gateway', () => {
  let gateway: GatewayUnderTest;
  const seen: { request: IncomingMessage; response: ServerResponse }[] = [];
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      booking: (request, response) => {
        seen.push({ request, response });
        if (request.url === '/v2/bookings?begins') response.write('x'.repeat(1000));
      },
    });
  });
  afterAll(() => gateway.stop());

  it.each([
    ['while the service prepares its answer', 'GET', '/v2/bookings'],
    ['while the service sends its answer', 'GET', '/v2/bookings?begins'],
    ['while the client sends its body', 'POST', '/v2/bookings'],
  ])('%s makes the gateway abort the request to the service', async (_when, method, target) => {
    seen.length = 0;
    const { hostname, port } = new URL(gateway.url);
    const headers = bearer(gateway.aToken().token);
    const request = http.request({ hostname, port, path: target, method, headers, agent: false });
    request.on('error', () => {});
    if (method === 'POST') request.write('half of');
    else request.end();
    const { response } = await until(() => seen[0]);
    request.destroy();
    await until(() => response.destroyed && !response.writableFinished);
  });
});

describe('responses through the gateway', () => {
  it('are streamed: the client gets the first part before the service sends the second part', async () => {
    let finish: () => void = () => {};
    const gateway = await startGatewayUnderTest({
      booking: (_request, response) => {
        response.write('first ');
        finish = () => response.end('second');
      },
    });
    const { hostname, port } = new URL(gateway.url);
    const headers = bearer(gateway.aToken().token);
    const text = await new Promise<string>((resolve, reject) => {
      const request = http.get({ hostname, port, path: '/v2/bookings', headers, agent: false }, (response) => {
        let received = '';
        response.on('data', (chunk: Buffer) => {
          if (received === '') finish();
          received += chunk.toString();
        });
        response.once('end', () => resolve(received));
      });
      request.once('error', reject);
    }).finally(() => gateway.stop());
    expect(text).toBe('first second');
  });

  it('come from the service over one connection, which is reused', async () => {
    const connections = new Set<unknown>();
    const gateway = await startGatewayUnderTest({
      booking: (request, response) => {
        connections.add(request.socket);
        response.end();
      },
    });
    for (let n = 0; n < 5; n++) await gateway.send('/v2/bookings');
    await gateway.stop();
    expect(connections.size).toBe(1);
  });
});

describe('a gateway that stops', () => {
  it('completes the requests that are still open', async () => {
    let finish: (() => void) | undefined;
    const gateway = await startGatewayUnderTest({
      booking: (_request, response) => void (finish = () => response.end('done')),
    });
    const answer = gateway.send('/v2/bookings');
    const isThere = await until(() => finish);
    const stopped = gateway.stop();
    isThere();
    expect((await answer).text).toBe('done');
    await stopped;
    await expect(gateway.send('/v2/bookings')).rejects.toThrow(/ECONNREFUSED/);
  });
});

describe('a payment form whose request fails at the gateway', () => {
  const isPage = (answer: Answer) =>
    answer.headers['content-type'] === 'text/html; charset=utf-8' && /^<!doctype html>/.test(answer.text);

  it('gets an error page while the service is unavailable', async () => {
    const gone = await startStubServer(() => {});
    await gone.stop();
    const gateway = await startGatewayUnderTest({ bookingUrl: gone.url });
    try {
      for (const method of ['GET', 'POST']) {
        const answer = await gateway.send('/payment_forms/key', { method, headers: {} });
        expect([method, answer.status, isPage(answer)]).toEqual([method, 502, true]);
        expect(answer.text).toContain('Please try again');
      }
    } finally {
      await gateway.stop();
    }
  });

  it('gets an error page if the body is too large or the method is wrong', async () => {
    const gateway = await startGatewayUnderTest();
    try {
      const body = Buffer.alloc(9_000_000, 'x');
      const large = await gateway.send('/payment_forms/key', { method: 'POST', body });
      expect([large.status, isPage(large)]).toEqual([413, true]);
      const put = await gateway.send('/payment_forms/key', { method: 'PUT' });
      expect([put.status, put.headers.allow, isPage(put)]).toEqual([405, expect.stringContaining('POST'), true]);
    } finally {
      await gateway.stop();
    }
  });
});
