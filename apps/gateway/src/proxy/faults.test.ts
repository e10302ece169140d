import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { until } from '@keyhaven/testing/until';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { type Answer, bearer } from '../testing/send';
import { startStubServer, type StubListener } from '../testing/stub-server';

describe('a service that fails', () => {
  let gateway: GatewayUnderTest;
  let behave: StubListener = (_request, response) => void response.end();
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      booking: (request, response) => behave(request, response),
      limits: { UPSTREAM_TIMEOUT_MS: '600' },
    });
  });
  afterEach(async () => {
    // After every failure, the gateway must still answer.
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

  it('to answer in time is a 504, and the gateway ends the request to it', async () => {
    const ended = new Promise((resolve) => (behave = (request) => void request.socket.once('close', resolve)));
    expect((await post()).body).toEqual(error('gateway_timeout', 504));
    await ended;
  });

  it('to answer a write in time leaves open whether it was carried out, and a read is a 503 with Retry-After', async () => {
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
    ['breaking the connection before it answers', (socket) => socket.destroy()],
    ['resetting the connection before it answers', (socket) => socket.resetAndDestroy()],
    ['answering what is no HTTP', (socket) => socket.end('what?\r\n\r\n')],
  ])('by %s leaves open whether a write was carried out; a read is answered 502', async (_how, fail) => {
    behave = (request) => void fail(request.socket);
    const [written, read] = [await post(), await gateway.send('/v2/bookings')];
    expect([written.status, written.body.messages]).toEqual([
      504,
      [expect.stringContaining('repeat it with the same Idempotency-Key')],
    ]);
    expect(read.body).toEqual(error('bad_gateway', 502));
  });

  it('after the headers of its answer causes a 502 without those headers', async () => {
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
    'in the middle of its answer (%s) causes a truncated answer, never one that looks complete',
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

  it('by falling silent in the middle of its answer causes a truncated answer', async () => {
    behave = (_request, response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write('x'.repeat(1000));
    };
    await expect(post()).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
  });

  it('with its own error answer is forwarded unchanged', async () => {
    const body = { messages: ['nights are taken'], status: 'nights_taken', status_code: 409 };
    behave = (_request, response) => {
      response.writeHead(409, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(body));
    };
    const answer = await post();
    expect([answer.status, answer.body]).toEqual([409, body]);
  });
});

describe('a service that cannot be reached', () => {
  it('is a 502, also for a write, because nothing was sent', async () => {
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

describe('a request that waits for a connection to its service', () => {
  /** The most connections that the gateway opens to one service. */
  const CONNECTIONS = 256;
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
      limits: { UPSTREAM_TIMEOUT_MS: '2000' },
    });
  });
  beforeEach(async () => {
    reached.length = held.length = 0;
    sent = Array.from({ length: CONNECTIONS }, () => gateway.send('/v2/bookings?held').catch(() => {}));
    await until(() => held.length === CONNECTIONS);
  });
  afterEach(async () => {
    release();
    await Promise.all(sent);
  });
  afterAll(() => gateway.stop());

  const release = () => held.forEach((response) => response.end());
  const later = { status: 503, body: { status: 'unavailable' } };

  it('until its internal token is too old is answered 503 and does not reach the service', async () => {
    const { token } = gateway.aToken();
    const waiting = gateway.send('/v2/bookings?waits', { headers: bearer(token) });
    await until(() => gateway.identity.asked.some((asked) => asked.token === token));
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 130_000);
    release();
    const answer = await waiting.finally(() => clock.mockRestore());
    expect(answer).toMatchObject(later);
    expect(answer.headers['retry-after']).toBe('2');
    expect(reached).not.toContain('/v2/bookings?waits');
  });

  it('for longer than the gateway waits is answered 503, because nothing was sent', async () => {
    const answer = await gateway.send('/v2/bookings?waits');
    expect(answer).toMatchObject(later);
    expect(answer.headers['retry-after']).toBe('2');
    expect(reached).not.toContain('/v2/bookings?waits');
  });
});

describe('a client that disconnects', () => {
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
    ['while the service works', 'GET', '/v2/bookings'],
    ['while the service answers', 'GET', '/v2/bookings?begins'],
    ['while it sends its body', 'POST', '/v2/bookings'],
  ])('%s ends its request to the service', async (_when, method, target) => {
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

describe('answers through the gateway', () => {
  it('are streamed: the client gets the first part before the service sends the second', async () => {
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

  it('use connections to the service that are reused', async () => {
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
  it('finishes the requests in flight', async () => {
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

  it('is answered with a page while the service is away', async () => {
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

  it('is answered with a page when the body is too large or the method is wrong', async () => {
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
