import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { send } from '../testing/send';

describe('routing at the gateway', () => {
  let gateway: GatewayUnderTest;
  const reached: string[] = [];
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      booking: (request, response) => {
        reached.push(`${request.method} ${request.url}`);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ url: request.url }));
      },
    });
  });
  beforeEach(() => void (reached.length = 0));
  afterAll(() => gateway.stop());

  it.each([
    ['/v2/bookings', '/v2/bookings'],
    ['/v2/bookings/', '/v2/bookings'],
    ['//v2//bookings///12/?include_guest=true', '/v2/bookings/12?include_guest=true'],
    [
      '/v2/bookings/?since_utc=2026-01-01%2000:00:00&q=a+b//c?d\'"{}|',
      '/v2/bookings?since_utc=2026-01-01%2000:00:00&q=a+b//c?d\'"{}|',
    ],
    ['/v2/listing_sites', '/v2/listing_sites'],
    ['/v2/listingsites', '/v2/listing_sites'],
    ['/v2/listingsites/5?x', '/v2/listing_sites/5?x'],
    ['/v2/listing_sites/5', '/v2/listing_sites/5'],
    ['/v2/quotes/5/?include_charges=true', '/v2/quotes/5?include_charges=true'],
    ['/v2/surcharges/?type=pet&type=linen', '/v2/surcharges?type=pet&type=linen'],
    ['/v2/discounts/7', '/v2/discounts/7'],
    ['/v1/surcharges/7', '/v1/surcharges/7'],
    ['/v1.1/surcharges/7', '/v1/surcharges/7'],
    ['/api/surcharges/7', '/v1/surcharges/7'],
    ['/v2/calendar/?from=2026-07-01&to=2026-07-31', '/v2/calendar?from=2026-07-01&to=2026-07-31'],
    ['/v2/calendar/7?from=2026-07-01&to=2026-07-31', '/v2/calendar/7?from=2026-07-01&to=2026-07-31'],
    ['/v2/spotrates/', '/v2/spotrates'],
    ['/v2/payments/?booking_id=5', '/v2/payments?booking_id=5'],
    ['/v2/refunds/5', '/v2/refunds/5'],
    ['/v2/fees?limit=5', '/v2/fees?limit=5'],
    ['/v2/deposits/5', '/v2/deposits/5'],
    ['/v2/webhooksubscriptions/', '/v2/webhooksubscriptions'],
    ['/v2/webhooksubscriptions/categories', '/v2/webhooksubscriptions/categories'],
    ['/v2/webhooksubscriptions/5/deliveries?status=dead', '/v2/webhooksubscriptions/5/deliveries?status=dead'],
  ])('forwards %s as %s', async (target, forwarded) => {
    const { status, body } = await gateway.send(target);
    expect(status).toBe(200);
    expect(body).toEqual({ url: forwarded });
  });

  it('forwards HEAD requests to GET routes', async () => {
    const { status, text } = await gateway.send('/v2/bookings', { method: 'HEAD' });
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(reached).toEqual(['HEAD /v2/bookings']);
  });

  it.each(['/v2/Bookings', '/V2/bookings', '/v2/nothing', '/v2', '/v2/bookings/1/2', '/v2/taxes', '/v1/surcharges'])(
    'returns 404 for %s, which is not a route',
    async (target) => {
      const { status, body } = await gateway.send(target);
      expect(status).toBe(404);
      expect(body).toEqual({ messages: [expect.any(String)], status: 'not_found', status_code: 404 });
      expect(reached).toEqual([]);
    },
  );

  it.each([
    ['DELETE', '/v2/bookings/1', 'GET, PATCH, HEAD, OPTIONS'],
    ['PUT', '/v2/bookings', 'GET, POST, HEAD, OPTIONS'],
    ['PUT', '/v2/surcharges/1', 'GET, PATCH, DELETE, HEAD, OPTIONS'],
    ['DELETE', '/v1/surcharges/1', 'GET, HEAD, OPTIONS'],
    ['TRACE', '/v2/guests', 'GET, POST, HEAD, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
  ])('responds to %s %s with 405 and the allowed methods', async (method, target, allow) => {
    const { status, headers, body } = await gateway.send(target, { method });
    expect(status).toBe(405);
    expect(headers.allow).toBe(allow);
    expect(body).toEqual({ messages: [expect.any(String)], status: 'method_not_allowed', status_code: 405 });
    expect(reached).toEqual([]);
  });

  const hidden = ['internal/introspect', 'operator/accounts'];
  const disguises = [
    (path: string) => `/${path}`,
    (path: string) => `//${path}`,
    (path: string) => `/./${path}`,
    (path: string) => `/${path.toUpperCase()}`,
    (path: string) => `/v2/../${path}`,
    (path: string) => `/v2/bookings/../../${path}`,
    (path: string) => `/v2/%2e%2e/${path}`,
    (path: string) => `/v2/%2E%2e/${path}`,
    (path: string) => `/v2/.%2e/${path}`,
    (path: string) => `/v2/..%2f${path}`,
    (path: string) => `/v2/bookings/..%2f..%2f${path}`,
    (path: string) => `/v2/bookings/%2e%2e%2f%2e%2e%2f${path.replace('/', '%2f')}`,
    (path: string) => `/v2/..;/${path}`,
    (path: string) => `/v2/bookings/..;a=b/..;/${path}`,
    (path: string) => `/v2/..%5c${path}`,
    (path: string) => `/v2/..\\${path}`,
    (path: string) => `/\\${path}`,
    (path: string) => `/%2f${path}`,
    (path: string) => `/%5c${path}`,
    (path: string) => `/v2/%252e%252e/${path}`,
    (path: string) => `/v2/bookings/..%252f..%252f${path}`,
    (path: string) => `/v2/%c0%ae%c0%ae/${path}`,
    (path: string) => `/v2/%u002e%u002e/${path}`,
    (path: string) => `/v2/..%00/${path}`,
    (path: string) => `/v2/%20/../${path}`,
    (path: string) => `/${path}#/v2/bookings`,
    (path: string) => `/%69nternal/introspect?${path}`,
    (path: string) => `/%6fperator/accounts?${path}`,
    (path: string) => `http://127.0.0.1/${path}`,
    (path: string) => `http://127.0.0.1/v2/../${path}`,
    (path: string) => `/v2/bookings/%2e%2e/%2e%2e/${path}/`,
  ];
  it.each(hidden.flatMap((path) => disguises.map((disguise) => disguise(path))))(
    'returns 404 for %s, which is not public',
    async (target) => {
      for (const method of ['GET', 'POST']) {
        const asked = gateway.identity.asked.length;
        const { status } = await gateway.send(target, { method });
        expect(status).toBe(404);
        expect(reached).toEqual([]);
        expect(gateway.identity.asked.length).toBe(asked);
      }
    },
  );

  it('returns 404 for unknown paths without credentials, and 401 for known paths', async () => {
    expect((await send(gateway.url, '/v2/nothing')).status).toBe(404);
    expect((await send(gateway.url, '/v2/bookings')).status).toBe(401);
    expect(reached).toEqual([]);
  });
});
