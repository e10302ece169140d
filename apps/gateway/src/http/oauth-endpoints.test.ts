import type { Caller } from '@keyhaven/service/auth/caller';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { basic, bearer, send } from '../testing/send';

describe('OAuth endpoints at the gateway', () => {
  let gateway: GatewayUnderTest;
  const callers: (Caller | undefined)[] = [];
  const received: Record<string, unknown>[] = [];
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      booking: async (request, response) => {
        received.push(request.headers);
        callers.push(await gateway.verify((request.headers.authorization ?? '').slice('Bearer '.length)));
        response.end();
      },
      limits: { TRUSTED_PROXIES: '1' },
    });
  });
  afterEach(() => {
    gateway.identity.isDown = false;
    gateway.identity.forwarded.length = callers.length = received.length = 0;
  });
  afterAll(() => gateway.stop());

  const form = 'grant_type=authorization_code&code=tc_1';
  const requestToken = (headers: Record<string, string>) =>
    send(gateway.url, '/oauth/access_token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: form,
    });

  it("require no API credentials, and receive the form, the client's own credentials and the client's address", async () => {
    const client = basic('c_1', 's_1');
    const answer = await requestToken({ ...client, 'x-forwarded-for': '192.0.2.7' });
    expect(answer.status).toBe(200);
    expect(gateway.identity.forwarded).toEqual([
      {
        url: '/oauth/access_token',
        body: form,
        headers: expect.objectContaining({
          'x-client-authorization': client.authorization,
          'x-client-address': '192.0.2.7',
          'content-type': 'application/x-www-form-urlencoded',
        }),
      },
    ]);
    expect(gateway.identity.forwarded[0]!.headers.authorization).toMatch(/^Bearer ey/);
  });

  it('ignore headers in which a client sends a different address or different credentials', async () => {
    await requestToken({ 'x-client-authorization': 'Basic abc', 'x-client-address': '10.0.0.1' });
    const { headers } = gateway.identity.forwarded[0]!;
    expect(headers['x-client-authorization']).toBeUndefined();
    expect(headers['x-client-address']).toBe('127.0.0.1');
  });

  it("are the only routes that receive the client's credentials", async () => {
    const headers = { 'x-client-authorization': 'Basic abc', 'x-client-address': '10.0.0.1' };
    await gateway.send('/v2/bookings', { headers });
    expect(received).toHaveLength(1);
    expect(Object.keys(received[0]!).filter((name) => name.startsWith('x-client-'))).toEqual([]);
  });

  it('include the revocation of a token, and the metadata documents at the root', async () => {
    await send(gateway.url, '/oauth/access_token/at_1', { method: 'DELETE', headers: basic('c_1', 's_1') });
    await send(gateway.url, '/.well-known/oauth-authorization-server');
    await send(gateway.url, '/.well-known/oauth-protected-resource');
    expect(gateway.identity.forwarded.map(({ url }) => url)).toEqual([
      '/oauth/access_token/at_1',
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
    ]);
  });

  it('return the fields of RFC 6749 even in errors of the gateway itself', async () => {
    gateway.identity.isDown = true;
    const { status, body } = await requestToken({});
    expect([status, body]).toEqual([
      504,
      expect.objectContaining({ error: 'temporarily_unavailable', status: 'gateway_timeout', status_code: 504 }),
    ]);
    expect((await send(gateway.url, '/oauth/access_token')).body).toMatchObject({
      error: 'invalid_request',
      status_code: 405,
    });
  });

  it('issue tokens that the API accepts only in the Authorization header', async () => {
    const { token } = gateway.aToken();
    expect((await send(gateway.url, `/v2/bookings?access_token=${token}`)).status).toBe(401);
    expect(callers).toEqual([]);
  });

  it('issue access tokens whose app id the gateway sends to the services', async () => {
    const app = { key: 'c_1', owner_user_id: 17 };
    const { token, accountId } = gateway.aToken({ app });
    expect((await send(gateway.url, '/v2/bookings', { headers: bearer(token) })).status).toBe(200);
    expect(callers).toMatchObject([{ accountId, credentialId: '7', app: { key: 'c_1', ownerId: 17 } }]);
    await gateway.send('/v2/bookings');
    expect(callers[1]).not.toHaveProperty('app');
  });
});
