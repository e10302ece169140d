import http from 'node:http';
import { maxBodyBytes } from '@keyhaven/contracts/platform/body-limits';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { bearer } from '../testing/send';
import { readBody } from '../testing/stub-server';

/** The largest request body that the booking service accepts, in bytes. */
const limit = maxBodyBytes.booking;

describe('request bodies at the gateway', () => {
  let gateway: GatewayUnderTest;
  let reached: string[] = [];
  let cut: Promise<void>;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      booking: async (request, response) => {
        reached.push(`${request.method} ${request.url}`);
        if (request.url === '/v2/bookings?early') {
          response.statusCode = 413;
          response.setHeader('content-type', 'application/json');
          return void response.end('{"early":true}');
        }
        const breaksAfter = Number(
          new URL(request.url!, 'http://booking').searchParams.get('breaks_after') ?? Infinity,
        );
        let received = 0;
        request.on('data', (chunk: Buffer) => {
          received += chunk.length;
          if (received > breaksAfter) request.socket.destroy();
        });
        cut = new Promise((resolve) => request.once('aborted', resolve));
        const body = await readBody(request).catch(() => undefined);
        response.end(body === undefined ? undefined : `${body.length}:${body.slice(0, 20)}`);
      },
    });
  });
  beforeEach(() => void (reached = []));
  afterAll(() => gateway.stop());

  /** Opens a request whose body the test sends in chunks. */
  const open = (target: string, headers: Record<string, string> = {}, method = 'POST') => {
    const { hostname, port } = new URL(gateway.url);
    const request = http.request({
      hostname,
      port,
      path: target,
      method,
      agent: false,
      headers: { ...bearer(token), ...headers },
    });
    const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
      request.once('response', (response) => {
        readBody(response).then((text) => resolve({ status: response.statusCode!, text }), reject);
      });
      request.once('error', reject);
    });
    answer.catch(() => {});
    return { request, answer };
  };
  let token: string;
  beforeAll(() => void (token = gateway.aToken().token));

  it('are forwarded without parsing, whether they have a Content-Length or are chunked', async () => {
    const sent = await gateway.send('/v2/bookings', { method: 'POST', body: '{"not json' });
    expect(sent.text).toBe('10:{"not json');
    const { request, answer } = open('/v2/bookings');
    request.write('a'.repeat(100_000));
    request.end('b'.repeat(100_000));
    expect((await answer).text).toMatch(/^200000:aaa/);
  });

  it('are forwarded at exactly the size limit', async () => {
    const { text } = await gateway.send('/v2/bookings', { method: 'POST', body: Buffer.alloc(limit, 'x') });
    expect(text).toMatch(/^1048576:/);
  });

  it('get a 413 and are not forwarded when the Content-Length exceeds the limit', async () => {
    const { status, body } = await gateway.send('/v2/bookings', {
      method: 'POST',
      body: Buffer.alloc(10_000_000, 'x'),
      headers: { 'content-length': '10000000' },
    });
    expect(status).toBe(413);
    expect(body).toEqual({
      messages: [expect.stringContaining('1048576')],
      status: 'payload_too_large',
      status_code: 413,
    });
    expect(reached).toEqual([]);
  });

  it('get a 413 if they are chunked and exceed the limit; the service sees an aborted request', async () => {
    const { request, answer } = open('/v2/bookings');
    request.write(Buffer.alloc(limit, 'x'));
    request.end('one more');
    expect((await answer).status).toBe(413);
    await cut;
  });

  describe('when the service closes the connection before it has read the body', () => {
    const sendChunks = async (bytes: number, breaksAfter: number) => {
      const { request, answer } = open(`/v2/bookings?breaks_after=${breaksAfter}`);
      request.on('error', () => {});
      for (let sent = 0; sent < bytes; sent += 65_536) request.write(Buffer.alloc(65_536, 'x'));
      request.end();
      return (await answer).status;
    };

    it('get a 413 if they are too large for the service', async () => {
      expect(await sendChunks(2 * limit, limit)).toBe(413);
    });

    it('get a 504 if they are within the limit', async () => {
      expect(await sendChunks(limit, limit / 2)).toBe(504);
    });
  });

  it('do not delay a response that the service sends before the end of the body', async () => {
    const { request, answer } = open('/v2/bookings?early', { 'content-length': '1000000' });
    request.write(Buffer.alloc(10_000, 'x'));
    expect(await answer).toEqual({ status: 413, text: '{"early":true}' });
    request.destroy();
  });

  it('do not delay a 401 that the gateway sends before the end of the body', async () => {
    const { request, answer } = open('/v2/bookings', { ...bearer('at_unknown'), 'content-length': '1000000' });
    request.write(Buffer.alloc(10_000, 'x'));
    expect((await answer).status).toBe(401);
    request.destroy();
  });

  it.each(['GET', 'HEAD'])('are refused when they are chunked in a %s request', async (method) => {
    const { request, answer } = open('/v2/bookings', { 'transfer-encoding': 'chunked' }, method);
    request.end('POST /operator/accounts HTTP/1.1\r\nhost: x\r\n\r\n');
    expect((await answer).status).toBe(400);
    expect(reached).toEqual([]);
  });

  it('cannot contain a hidden second request, even if the Connection header lists Content-Length and Host', async () => {
    const body = 'POST /operator/accounts HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';
    const headers = { connection: 'content-length, host', 'content-length': String(body.length) };
    for (const method of ['GET', 'POST', 'PATCH']) {
      const target = method === 'PATCH' ? '/v2/bookings/1' : '/v2/bookings';
      expect((await gateway.send(target, { method, headers, body })).status).toBe(200);
    }
    await gateway.send('/v2/guests');
    expect(reached).toEqual(['GET /v2/bookings', 'POST /v2/bookings', 'PATCH /v2/bookings/1', 'GET /v2/guests']);
  });
});
