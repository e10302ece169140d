import { makeTestKeys } from '@keyhaven/testing/test-keys';
import { startThingsServer, type ThingsServer } from './testing/things-server';

let things: ThingsServer;
beforeAll(async () => {
  things = await startThingsServer();
});
afterAll(() => things.close());

const bearer: ThingsServer['bearer'] = (request) => things.bearer(request);
const call: ThingsServer['call'] = (path, init) => things.call(path, init);
const post: ThingsServer['post'] = (body, headers, path) => things.post(body, headers, path);

describe('the check of internal tokens', () => {
  it.each([
    ['no token', () => Promise.resolve({})],
    ['a malformed token', () => Promise.resolve({ authorization: 'Bearer abc' })],
    ['a token for another service', () => bearer({ audience: 'elsewhere' })],
    ['a service token', () => bearer({ scope: 'service', accountId: undefined })],
    [
      'a token of an unknown issuer',
      async () => {
        const { sign } = await makeTestKeys();
        return { authorization: `Bearer ${await sign({ audience: 'things', scope: 'full', accountId: 5 })}` };
      },
    ],
  ])('refuses calls of the public API with %s', async (_name, headers) => {
    const answer = await call('/v2/things/7', { headers: (await headers()) as Record<string, string> });
    expect(answer).toMatchObject({ status: 401, body: { status: 'unauthorized' } });
  });

  it('lets only services call the internal API', async () => {
    const ask = async (headers: Record<string, string>) => (await post({}, headers, '/internal/ask')).status;
    expect(await ask(await bearer({ scope: 'service', accountId: undefined }))).toBe(200);
    expect(await ask(await bearer())).toBe(401);
    expect(await ask({ authorization: '' })).toBe(401);
  });

  it('accepts a token with the scope `read` for GET requests, and refuses its other requests with a 403', async () => {
    const read = await bearer({ scope: 'read' });
    expect((await call('/v2/things/7', { headers: read })).status).toBe(200);
    expect(await post({ name: 'a', day: '2026-07-01' }, read)).toMatchObject({
      status: 403,
      body: { status: 'forbidden' },
    });
  });
});
