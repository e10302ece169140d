import { formatInstant } from '@keyhaven/contracts/shared/instants';
import type { Caller } from '@keyhaven/service/auth/caller';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { basic, bearer, send } from '../testing/send';

describe('authentication at the gateway', () => {
  let gateway: GatewayUnderTest;
  const callers: (Caller | undefined)[] = [];
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      booking: async (request, response) => {
        callers.push(await gateway.verify((request.headers.authorization ?? '').slice('Bearer '.length)));
        response.end();
      },
      limits: { PUBLIC_URL: 'https://api.example.com/' },
    });
  });
  beforeEach(() => {
    callers.length = 0;
    gateway.identity.asked.length = 0;
    gateway.identity.isDown = false;
  });
  afterAll(() => gateway.stop());

  const get = (headers: Record<string, string>) => send(gateway.url, '/v2/bookings', { headers });
  const emailAddress = 'ida@example.com';

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('accepts an access token with the scheme %s', async (scheme) => {
    const { token, accountId } = gateway.aToken();
    expect((await get(bearer(token, scheme))).status).toBe(200);
    expect(callers).toMatchObject([{ issuer: 'gateway', scope: 'full', accountId, credentialId: '7' }]);
  });

  it.each(['Basic', 'basic', 'BASIC'])(
    'accepts an e-mail address in upper or lower case, with a personal token and the scheme %s',
    async (scheme) => {
      const { token, accountId } = gateway.aToken({ emailAddress });
      expect((await get(basic('Ida@Example.COM', token, scheme))).status).toBe(200);
      expect(callers).toMatchObject([{ issuer: 'gateway', scope: 'full', accountId, credentialId: '7' }]);
    },
  );

  const bad: [string, Record<string, string>][] = [
    ['a request without credentials', {}],
    ['an empty Authorization header', { authorization: '' }],
    ['a scheme without a token', { authorization: 'Bearer' }],
    ['a scheme other than Basic and Bearer', { authorization: 'Digest abc' }],
    ['a token without a scheme', { authorization: 'at_abc' }],
    ['an unknown access token', bearer('at_unknown')],
    ['Basic credentials that are not base64', { authorization: 'Basic %%%' }],
    ['Basic credentials without a colon', { authorization: `Basic ${Buffer.from('ida').toString('base64')}` }],
    ['Basic credentials without a token', basic(emailAddress, '')],
    ['Basic credentials without an e-mail address', basic('', 'pt_abc')],
    ['an unknown personal token', basic(emailAddress, 'pt_unknown')],
    ['a token that is far too long', bearer(`at_${'x'.repeat(5000)}`)],
  ];
  it.each(bad)('refuses %s with a 401', async (_what, headers) => {
    const { status, headers: answered, body } = await get(headers);
    expect(status).toBe(401);
    expect(answered['www-authenticate']).toBe(
      'Basic realm="Keyhaven", Bearer resource_metadata="https://api.example.com/.well-known/oauth-protected-resource"',
    );
    expect(body).toEqual({ messages: [expect.any(String)], status: 'unauthorized', status_code: 401 });
    expect(callers).toEqual([]);
  });

  it('refuses a personal token with the e-mail address of another user', async () => {
    const { token } = gateway.aToken({ emailAddress });
    expect((await get(basic('eve@example.com', token))).status).toBe(401);
    expect((await get(bearer(token))).status).toBe(401);
  });

  it('allows credentials with the scope read to send only GET and HEAD requests', async () => {
    const headers = bearer(gateway.aToken({ scope: 'read' }).token);
    const statusOf = async (method: string) => (await send(gateway.url, '/v2/bookings', { method, headers })).status;
    expect([await statusOf('GET'), await statusOf('HEAD'), await statusOf('POST')]).toEqual([200, 200, 403]);
    const patch = await send(gateway.url, '/v2/bookings/1', { method: 'PATCH', headers, body: '{}' });
    expect(patch.body).toMatchObject({ status: 'forbidden', status_code: 403 });
    expect(callers.map((caller) => caller?.scope)).toEqual(['read', 'read']);
  });

  it('introspects the credentials of parallel requests only once, and caches the result for five seconds', async () => {
    const headers = bearer(gateway.aToken().token);
    await Promise.all(Array.from({ length: 30 }, () => get(headers)));
    gateway.clock.now += 4999;
    await get(headers);
    expect(gateway.identity.asked.length).toBe(1);
    gateway.clock.now += 1;
    await get(headers);
    expect(gateway.identity.asked.length).toBe(2);
  });

  it('introspects invalid credentials again after five seconds, but not earlier', async () => {
    const headers = bearer('at_not-yet');
    expect([(await get(headers)).status, (await get(headers)).status]).toEqual([401, 401]);
    expect(gateway.identity.asked.length).toBe(1);
    const { token } = gateway.aToken();
    gateway.identity.tokens.set('at_not-yet', gateway.identity.tokens.get(token)!);
    gateway.clock.now += 5000;
    expect((await get(headers)).status).toBe(200);
  });

  it('refuses revoked credentials after five seconds', async () => {
    const { token } = gateway.aToken();
    expect((await get(bearer(token))).status).toBe(200);
    gateway.identity.tokens.delete(token);
    gateway.clock.now += 5000;
    expect((await get(bearer(token))).status).toBe(401);
  });

  it('refuses revoked credentials even if they were cached while the clock was an hour fast', async () => {
    const { token } = gateway.aToken();
    gateway.clock.now += 3600_000;
    expect((await get(bearer(token))).status).toBe(200);
    gateway.identity.tokens.delete(token);
    gateway.clock.now -= 3600_000;
    expect((await get(bearer(token))).status).toBe(401);
  });

  it('refuses expired credentials immediately, even if they are cached', async () => {
    gateway.clock.now = Math.ceil(gateway.clock.now / 1000) * 1000;
    const expires_utc = formatInstant(new Date(gateway.clock.now + 3000));
    const { token } = gateway.aToken({ expires_utc });
    gateway.clock.now += 2999;
    expect((await get(bearer(token))).status).toBe(200);
    gateway.clock.now += 1;
    expect((await get(bearer(token))).status).toBe(401);
    expect(gateway.identity.asked.length).toBe(1);
  });

  it('accepts cached credentials for thirty seconds while the identity service is unavailable, and then returns 503', async () => {
    const good = bearer(gateway.aToken().token);
    const badOnes = bearer('at_bad-before-and-after');
    expect([(await get(good)).status, (await get(badOnes)).status]).toEqual([200, 401]);
    gateway.identity.isDown = true;
    gateway.clock.now += 29_999;
    expect([(await get(good)).status, (await get(badOnes)).status]).toEqual([200, 401]);
    gateway.clock.now += 1;
    const answer = await get(good);
    expect(answer.body).toMatchObject({ status: 'unavailable', status_code: 503 });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get(bearer(gateway.aToken().token))).status).toBe(503);
    gateway.identity.isDown = false;
    expect((await get(good)).status).toBe(200);
  });

  it('introspects credentials again as soon as the identity service is available', async () => {
    const { token } = gateway.aToken();
    await get(bearer(token));
    gateway.identity.isDown = true;
    gateway.clock.now += 6000;
    expect((await get(bearer(token))).status).toBe(200);
    gateway.identity.isDown = false;
    gateway.identity.tokens.delete(token);
    gateway.clock.now += 1000;
    expect((await get(bearer(token))).status).toBe(401);
  });

  it("never forwards the client's credentials to services", async () => {
    const { token } = gateway.aToken();
    const seen: string[] = [];
    const other = await startGatewayUnderTest({
      booking: (request, response) => {
        seen.push(JSON.stringify(request.headers));
        response.end();
      },
    });
    other.identity.tokens.set(token, gateway.identity.tokens.get(token)!);
    await send(other.url, '/v2/bookings', { headers: bearer(token) });
    await other.stop();
    expect(seen.length).toBe(1);
    expect(seen[0]).not.toContain(token);
  });
});

describe('the limit of invalid credentials', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ limits: { FAILED_CREDENTIALS_PER_MINUTE: '5', TRUSTED_PROXIES: '1' } });
  });
  afterAll(() => gateway.stop());

  const get = async (token: string, address: string) =>
    send(gateway.url, '/v2/bookings', { headers: { ...bearer(token), 'x-forwarded-for': address } });
  const guess = async (address: string, count: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) statuses.push((await get(`at_guess-${address}-${n}`, address)).status);
    return statuses;
  };

  it('is enforced with a 429 and Retry-After for an address that exceeded it', async () => {
    expect(await guess('192.0.2.1', 8)).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const { headers, body } = await get('at_one-more', '192.0.2.1');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({ status: 'too_many_requests', status_code: 429 });
  });

  it('does not block valid credentials from the same address', async () => {
    const known = gateway.aToken().token;
    expect((await get(known, '192.0.2.2')).status).toBe(200);
    expect((await guess('192.0.2.2', 7)).at(-1)).toBe(429);
    expect((await get(known, '192.0.2.2')).status).toBe(200);
    expect((await get(gateway.aToken().token, '192.0.2.2')).status).toBe(200);
  });

  it('does not affect other addresses', async () => {
    expect((await guess('192.0.2.3', 7)).at(-1)).toBe(429);
    expect((await get('at_something-wrong', '192.0.2.4')).status).toBe(401);
  });

  it('counts identical credentials only once a minute, such as those of a program with a revoked token', async () => {
    for (let n = 0; n < 20; n++) {
      expect((await get('at_revoked-long-ago', '192.0.2.5')).status).toBe(401);
      gateway.clock.now += 2000;
    }
  });
});
