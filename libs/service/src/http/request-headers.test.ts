import { startThingsServer, type ThingsServer } from './testing/things-server';

let things: ThingsServer;
beforeAll(async () => {
  things = await startThingsServer();
});
afterAll(() => things.close());

const bearer: ThingsServer['bearer'] = (request) => things.bearer(request);
const call: ThingsServer['call'] = (path, init) => things.call(path, init);
const post: ThingsServer['post'] = (body, headers, path) => things.post(body, headers, path);

describe('the request header', () => {
  const body = { name: 'a', day: '2026-07-01' };

  it('Idempotency-Key is stored separately for each credential and route, with a hash of the request', async () => {
    const sent = async (name: string, key: string, credentialId = 'c1') =>
      (await post({ ...body, name }, { 'idempotency-key': key, ...(await bearer({ credentialId })) })).body.idempotency;
    const withQuery = async (query: string) =>
      (await post(body, { 'idempotency-key': 'k' }, `/v2/things?${query}`)).body.idempotency;
    const [one, other] = [await withQuery('include_guest=true'), await withQuery('include_guest=false')];
    expect([one.key, one.requestHash === other.requestHash]).toEqual([other.key, false]);
    expect(await withQuery('include_guest=true')).toEqual(one);
    const [first, same, otherBody, otherCaller] = [
      await sent('a', 'k'),
      await sent('a', 'k'),
      await sent('b', 'k'),
      await sent('a', 'k', 'c2'),
    ];
    expect(same).toEqual(first);
    expect(otherBody.key).toBe(first.key);
    expect(otherBody.requestHash).not.toBe(first.requestHash);
    expect(otherCaller.key).not.toBe(first.key);
    expect((await post(body, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
  });

  it('Idempotency-Key is stored with a hash that covers If-Match', async () => {
    const withMatch = async (match?: string) => {
      const headers = { 'idempotency-key': 'k', ...(match === undefined ? {} : { 'if-match': match }) };
      return (await post(body, headers)).body.idempotency as { key: string; requestHash: string };
    };
    const [none, third, fourth] = [await withMatch(), await withMatch('"3"'), await withMatch('"4"')];
    expect([third.key, fourth.key]).toEqual([none.key, none.key]);
    expect(new Set([none, third, fourth].map(({ requestHash }) => requestHash)).size).toBe(3);
    expect(await withMatch('"3-abc"')).toEqual(third);
    expect(await withMatch('*')).toEqual(none);
  });

  it('If-Match on a write sets the required version', async () => {
    expect((await post(body, { 'if-match': '"12"' })).body.ifMatch).toBe(12);
    expect((await post(body, { 'if-match': '"x"' })).body.ifMatch).toBe(0);
    expect((await post(body, { 'if-match': 'x' })).status).toBe(400);
  });

  it('If-Match on a read has no effect', async () => {
    for (const header of ['nonsense', '"2"']) {
      expect((await call('/v2/things/7', { headers: { ...(await bearer()), 'if-match': header } })).status).toBe(200);
    }
  });
});
