import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { send } from '../testing/send';

describe('header forwarding at the gateway', () => {
  let gateway: GatewayUnderTest;
  let received: IncomingHttpHeaders = {};
  const answered: Record<string, string | string[]> = {};
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      booking: (request, response) => {
        received = request.headers;
        for (const [name, value] of Object.entries(answered)) response.setHeader(name, value);
        response.end('{}');
      },
    });
  });
  beforeEach(() => {
    for (const name of Object.keys(answered)) delete answered[name];
  });
  afterAll(() => gateway.stop());

  it("sends the client's request id, or a new one, to the service and in the response", async () => {
    answered['x-request-id'] = 'of-the-service';
    const kept = await gateway.send('/v2/bookings', { headers: { 'x-request-id': 'client-1.2:3' } });
    expect(kept.headers['x-request-id']).toBe('client-1.2:3');
    expect(received['x-request-id']).toBe('client-1.2:3');

    for (const sent of ['not valid!', 'x'.repeat(200), '']) {
      const made = await gateway.send('/v2/bookings', { headers: { 'x-request-id': sent } });
      expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(received['x-request-id']).toBe(made.headers['x-request-id']);
    }
  });

  it("sends the gateway's own deadline to the service, not the client's", async () => {
    const before = Date.now();
    await gateway.send('/v2/bookings', { headers: { 'x-request-deadline': '99999999999999' } });
    const deadline = Number(received['x-request-deadline']);
    expect(deadline).toBeGreaterThanOrEqual(before + 30_000);
    expect(deadline).toBeLessThanOrEqual(Date.now() + 30_000);
  });

  it('does not forward headers that apply to a single connection, or headers that only proxies may set', async () => {
    await gateway.send('/v2/bookings', {
      headers: {
        connection: 'x-secret, authorization, x-request-id, x-request-deadline',
        'x-secret': 'hop',
        te: 'trailers',
        upgrade: 'h2c',
        'keep-alive': 'timeout=5',
        'proxy-authorization': 'Basic abc',
        forwarded: 'for=10.0.0.1',
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-host': 'evil.example',
        'x-original-url': '/internal/introspect',
        'x-http-method-override': 'DELETE',
        'x-client-address': '10.0.0.1',
        'x-custom': 'kept',
        'idempotency-key': 'kept-too',
        'if-match': '"3"',
      },
    });
    expect(received).toMatchObject({ 'x-custom': 'kept', 'idempotency-key': 'kept-too', 'if-match': '"3"' });
    expect(received.authorization).toMatch(/^Bearer ey/);
    const dropped = ['x-secret', 'te', 'upgrade', 'keep-alive', 'proxy-authorization', 'forwarded', 'x-forwarded-for'];
    dropped.push('x-forwarded-host', 'x-original-url', 'x-http-method-override', 'x-client-address');
    expect(Object.keys(received).filter((name) => dropped.includes(name))).toEqual([]);
    expect(received['x-request-id']).toBeDefined();
    expect(received['x-request-deadline']).toBeDefined();
  });

  it('does not forward a trace context if traces are off', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await gateway.send('/v2/bookings', { headers: { traceparent, tracestate: 'a=1', baggage: 'user=ada' } });
    const dropped = ['traceparent', 'tracestate', 'baggage'];
    expect(Object.keys(received).filter((name) => dropped.includes(name))).toEqual([]);
  });

  it("forwards the client's address only on routes without credentials, which limit the attempts per address", async () => {
    await send(gateway.url, '/portal/sign-in', { headers: { cookie: 'a=1', 'x-client-address': '10.0.0.1' } });
    expect(received).toMatchObject({ cookie: 'a=1', 'x-client-address': '127.0.0.1' });
  });

  it("forwards the headers of the service's response, except the headers of the connection to the service", async () => {
    Object.assign(answered, {
      etag: '"7"',
      'x-ignored': 'sort',
      'x-custom': 'kept',
      'set-cookie': ['a=1', 'b=2'],
      connection: 'keep-alive',
      'keep-alive': 'timeout=1',
      'access-control-allow-origin': 'https://evil.example',
    });
    const { headers } = await gateway.send('/v2/bookings', { headers: { connection: 'close' } });
    expect(headers).toMatchObject({
      etag: '"7"',
      'x-ignored': 'sort',
      'x-custom': 'kept',
      'set-cookie': ['a=1', 'b=2'],
    });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers.connection).toBe('close');
    expect(headers['keep-alive']).toBeUndefined();
  });

  it('adds security headers to every response, but a service can replace the Content-Security-Policy', async () => {
    const own = await gateway.send('/v2/bookings');
    expect(own.headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect((await send(gateway.url, '/nothing')).headers['x-content-type-options']).toBe('nosniff');
    answered['content-security-policy'] = "default-src 'self'";
    expect((await gateway.send('/v2/bookings')).headers['content-security-policy']).toBe("default-src 'self'");
  });
});

describe('CORS at the gateway', () => {
  let gateway: GatewayUnderTest;
  afterEach(() => gateway.stop());

  const preflight = (url: string, origin: string) =>
    send(url, '/v2/bookings', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization, if-match',
      },
    });

  it('answers preflight requests from any origin, allows no browser credentials, and exposes the documented headers', async () => {
    gateway = await startGatewayUnderTest();
    const { status, headers } = await preflight(gateway.url, 'https://app.example');
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['access-control-allow-methods']).toContain('PATCH');
    expect(headers['access-control-allow-headers']).toContain('if-match');
    expect(gateway.identity.asked).toEqual([]);

    const refused = await send(gateway.url, '/v2/bookings', { headers: { origin: 'https://app.example' } });
    expect(refused.status).toBe(401);
    const exposed = String(refused.headers['access-control-expose-headers']).toLowerCase().split(',');
    expect(exposed).toEqual(
      expect.arrayContaining([...['etag', 'retry-after', 'x-request-id', 'x-ignored', 'date'], 'www-authenticate']),
    );
  });

  it('allows only the configured origins', async () => {
    gateway = await startGatewayUnderTest({ limits: { CORS_ORIGINS: 'https://a.example, https://b.example' } });
    const allowed = await preflight(gateway.url, 'https://b.example');
    expect(allowed.headers['access-control-allow-origin']).toBe('https://b.example');
    const refused = await preflight(gateway.url, `https://${randomUUID()}.example`);
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
  });
});
