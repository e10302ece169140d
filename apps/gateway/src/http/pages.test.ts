import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { send } from '../testing/send';
import { readBody } from '../testing/stub-server';

describe('pages of the portal behind the gateway', () => {
  let gateway: GatewayUnderTest;
  const received: { method?: string; url?: string; body?: string; type?: string; token?: string } = {};
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({
      limits: { RATE_LIMIT_PER_MINUTE: '20' },
      booking: async (request, response) => {
        const { method, url, headers } = request;
        const token = headers.authorization?.slice('Bearer '.length);
        Object.assign(received, { method, url, token, type: headers['content-type'], body: await readBody(request) });
        response.writeHead(303, { location: '/portal', 'set-cookie': ['a=1; HttpOnly', 'b=2'] }).end();
      },
    });
  });
  afterAll(() => gateway.stop());

  it('receive forms unchanged, with cookies in both directions, from people without API credentials', async () => {
    const answer = await send(gateway.url, '/portal/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=1&b=%26',
    });
    expect([answer.status, answer.headers.location]).toEqual([303, '/portal']);
    expect(answer.headers['set-cookie']).toEqual(['a=1; HttpOnly', 'b=2']);
    expect(received).toMatchObject({
      method: 'POST',
      url: '/portal/sign-in',
      body: 'a=1&b=%26',
      type: 'application/x-www-form-urlencoded',
    });
  });

  it('include the consent page, but no path below it', async () => {
    expect((await send(gateway.url, '/oauth/authorize?client_id=c_1')).status).toBe(303);
    expect(received.url).toBe('/oauth/authorize?client_id=c_1');
    expect((await send(gateway.url, '/oauth/authorize/more')).status).toBe(404);
  });

  it('receive a token that is valid only for the portal, even if the client sent credentials', async () => {
    await gateway.send('/portal');
    expect(received.token).toMatch(/^ey/);
    expect(await gateway.verify(received.token!)).toBeUndefined();
  });

  it('are replaced by an error page when an address sends too many requests', async () => {
    for (let count = 0; count < 20; count++) await send(gateway.url, '/portal');
    const { status, headers, text } = await send(gateway.url, '/portal');
    expect([status, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(text).toContain('<!doctype html>');
  });
});
