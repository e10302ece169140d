import http from 'node:http';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { bearer, send } from '../testing/send';

describe('the rate limit', () => {
  let gateway: GatewayUnderTest;
  afterEach(() => gateway.stop());

  it('allows a burst of a thousand requests', async () => {
    gateway = await startGatewayUnderTest();
    const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
    const answers = await Promise.all(Array.from({ length: 1000 }, () => gateway.send('/v2/bookings', { agent })));
    agent.destroy();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('is enforced with a 429 and Retry-After for an account over its limit, without affecting other accounts', async () => {
    gateway = await startGatewayUnderTest({ limits: { RATE_LIMIT_PER_MINUTE: '3' } });
    const [one, other] = [gateway.aToken().token, gateway.aToken().token];
    const get = (token: string) => send(gateway.url, '/v2/bookings', { headers: bearer(token) });
    const remaining = [];
    for (let n = 0; n < 3; n++) {
      const { status, headers } = await get(one);
      expect(status).toBe(200);
      remaining.push([headers['ratelimit-remaining'], headers['x-ratelimit-remaining']]);
    }
    expect(remaining).toEqual([
      ['2', '2'],
      ['1', '1'],
      ['0', '0'],
    ]);

    const { status, headers, body } = await get(one);
    expect(status).toBe(429);
    expect(body).toMatchObject({ status: 'too_many_requests', status_code: 429 });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0', 'x-ratelimit-limit': '3' });

    expect((await get(other)).headers['ratelimit-remaining']).toBe('2');
  });

  it('counts requests with different credentials of the same account together', async () => {
    gateway = await startGatewayUnderTest({ limits: { RATE_LIMIT_PER_MINUTE: '1' } });
    const { token } = gateway.aToken();
    gateway.identity.tokens.set('at_second', gateway.identity.tokens.get(token)!);
    expect((await send(gateway.url, '/v2/bookings', { headers: bearer(token) })).status).toBe(200);
    expect((await send(gateway.url, '/v2/bookings', { headers: bearer('at_second') })).status).toBe(429);
  });
});
