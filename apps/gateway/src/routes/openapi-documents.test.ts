import { readDocument } from '@keyhaven/service/documents/read-document';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test';
import { send } from '../testing/send';

describe('the OpenAPI documents at the gateway', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => void (gateway = await startGatewayUnderTest()));
  afterAll(() => gateway.stop());

  it.each(['v2', 'v1'])('can be read without credentials (%s.json)', async (name) => {
    const { status, headers, text, body } = await send(gateway.url, `/openapi/${name}.json`);
    expect(status).toBe(200);
    expect(text === readDocument(`openapi/${name}.json`)).toBe(true);
    expect(body).toMatchObject({ openapi: '3.0.3', servers: [{ url: '/' }] });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'ratelimit-limit': '6000',
    });
    expect(gateway.identity.asked).toEqual([]);
  });

  it('do not include the documents for operators and services', async () => {
    for (const name of ['operator', 'internal']) {
      expect((await send(gateway.url, `/openapi/${name}.json`)).status).toBe(404);
    }
  });

  it('are compressed for clients that accept gzip', async () => {
    const compressed = await fetch(`${gateway.url}/openapi/v2.json`, { headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(compressed.headers.get('vary')).toContain('Accept-Encoding');
    expect(Number(compressed.headers.get('content-length'))).toBeLessThan(200_000);
    expect((await compressed.text()) === readDocument('openapi/v2.json')).toBe(true);
    const plain = await send(gateway.url, '/openapi/v2.json', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.etag).not.toBe(compressed.headers.get('etag'));
  });

  it('are sent with the header Vary: Origin if only some origins are allowed', async () => {
    const limited = await startGatewayUnderTest({ limits: { CORS_ORIGINS: 'https://a.example, https://b.example' } });
    const { headers } = await send(limited.url, '/openapi/v2.json', { headers: { origin: 'https://a.example' } });
    await limited.stop();
    expect(headers.vary).toBe('Origin, Accept-Encoding');
  });

  it('are answered with a 304 if the request contains their ETag', async () => {
    const { headers } = await send(gateway.url, '/openapi/v2.json');
    const again = await send(gateway.url, '/openapi/v2.json', { headers: { 'if-none-match': headers.etag! } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('can only be read, not written', async () => {
    const { status, headers } = await send(gateway.url, '/openapi/v2.json', { method: 'POST' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await send(gateway.url, '/openapi/v2.json', { method: 'HEAD' })).status).toBe(200);
  });

  it("are subject to the limit of requests from the client's address", async () => {
    const limited = await startGatewayUnderTest({ limits: { RATE_LIMIT_PER_MINUTE: '1' } });
    const statuses = [];
    for (let n = 0; n < 2; n++) statuses.push((await send(limited.url, '/openapi/v1.json')).status);
    await limited.stop();
    expect(statuses).toEqual([200, 429]);
  });
});
