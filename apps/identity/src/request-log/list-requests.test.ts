import type { LoggedRequest } from '@keyhaven/contracts/identity/request-log';
import fc from 'fast-check';
import { anAccountId, type ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { CHUNK_MS, chunkOf, firstIdAt } from '@keyhaven/contracts/identity/request-log-id';
import { times } from '@keyhaven/testing/sample';
import { startIdentityUnderTest } from '../testing/identity-under-test';
import { aChunkOf, aLoggedRequest, hand } from '../testing/logged-requests';

const PATH = '/v2/requestlog';
let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startIdentityUnderTest();
});
afterAll(() => service.stop());

/** Creates an account with logged requests, from the oldest to the newest, in chunks of two. */
async function anAccountWith(...fields: Parameters<typeof aLoggedRequest>[0][]) {
  const userId = anAccountId();
  const requests = fields.map((one) => aLoggedRequest(one));
  for (let at = 0; at < requests.length; at += 2) await hand(service, aChunkOf(userId, requests.slice(at, at + 2)));
  const api = service.asAccount(userId);
  const find = async (query: string) => {
    const { status, body } = await api.get(`${PATH}?${query}`);
    expect([query, status]).toEqual([query, 200]);
    return (body.items as { id: string }[]).map(({ id }) => requests.findIndex((one) => one.id === id));
  };
  return { userId, requests, api, find };
}

describe('the request log', () => {
  it("lists the account's requests, newest first, and no requests of other accounts", async () => {
    const { requests, api } = await anAccountWith({}, {}, {});
    const other = await anAccountWith({});
    const { body } = await api.get(PATH);
    expect(body).toMatchObject({ count: 3, limit: 20, offset: 0, next_page_url: null });
    expect(body.items).toEqual([...requests].reverse());
    expect((await other.api.get(PATH)).body.count).toBe(1);
    expect((await service.asAccount(anAccountId()).get(PATH)).body.items).toEqual([]);
  });

  it('contains the bodies in the details of a request, but not in lists', async () => {
    const { userId, requests, api } = await anAccountWith({});
    const error = { status: 400, error_code: 'bad_request', error_messages: ['name: …'] };
    const failed = [aLoggedRequest(error), aLoggedRequest(error)];
    const bodies = {
      id: failed[1]!.id,
      request_body: { text: '{"name":"x"}', is_cut: false },
      answer_body: { text: '{"messages":["…"]}', is_cut: true },
    };
    await hand(service, aChunkOf(userId, failed, [bodies]));
    expect((await api.get(`${PATH}?errors_only=true`)).body.items).toEqual([...failed].reverse());
    expect((await api.get(`${PATH}/${failed[1]!.id}`)).body).toEqual({ ...failed[1], ...bodies });
    const none = { request_body: null, answer_body: null };
    expect((await api.get(`${PATH}/${failed[0]!.id}`)).body).toEqual({ ...failed[0], ...none });
    expect((await api.get(`${PATH}/${requests[0]!.id.toUpperCase()}`)).body).toEqual({ ...requests[0], ...none });
  });

  it('answers 404 with the same message for an id of another account and for an unknown id', async () => {
    const { requests } = await anAccountWith({});
    const stranger = service.asAccount(anAccountId());
    const answer = await stranger.get(`${PATH}/${requests[0]!.id}`);
    const nothing = await stranger.get(`${PATH}/01890a5d-ac96-774b-bcce-b302099a8057`);
    expect([answer.status, nothing.status]).toEqual([404, 404]);
    expect(answer.body.messages[0].replace(requests[0]!.id, '')).toEqual(
      nothing.body.messages[0].replace('01890a5d-ac96-774b-bcce-b302099a8057', ''),
    );
    expect((await stranger.get(`${PATH}/17`)).status).toBe(400);
  });

  it('is refused to credentials with the scope `read`, because it shows requests of all credentials', async () => {
    const { userId, requests } = await anAccountWith({});
    const reader = service.asAccount(userId, { scope: 'read' });
    for (const path of [PATH, `${PATH}/${requests[0]!.id}`]) {
      const { status, body } = await reader.get(path);
      expect([status, body.status]).toEqual([403, 'forbidden']);
    }
  });

  it('shows nothing older than seven days, even if the database has not removed it yet', async () => {
    const at = (days: number) => ({ at: new Date(Date.now() - days * 24 * 3600_000) });
    const { find, requests, api } = await anAccountWith(at(7.1), at(6.9), at(0));
    expect(await find('')).toEqual([2, 1]);
    expect(await find('from=2020-01-01')).toEqual([2, 1]);
    expect((await api.get(`${PATH}/${requests[0]!.id}`)).status).toBe(404);
    expect((await api.get(`${PATH}/${requests[1]!.id}`)).status).toBe(200);
  });

  it('has an index that makes the database remove requests after seven days', async () => {
    const indexes = await service.connection.collection('request_chunks').indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { stored_utc: 1 }, expireAfterSeconds: 7 * 24 * 3600 }),
    );
  });
});

describe('the pages of the request log', () => {
  it('contain every request once, even while new requests are added', async () => {
    const { userId, requests, api } = await anAccountWith(...Array.from({ length: 7 }, () => ({})));
    const seen: string[] = [];
    for (let url: string | null = `${PATH}?limit=3&errors_only=false`; url !== null;) {
      const { body } = await api.get(url);
      seen.push(...(body.items as LoggedRequest[]).map(({ id }) => id));
      url = body.next_page_url as string | null;
      if (url !== null) expect(url).toContain('errors_only=false');
      await hand(service, aChunkOf(userId, [aLoggedRequest()]));
    }
    expect(seen).toEqual(requests.map(({ id }) => id).reverse());
  });

  it('can be requested beyond an offset of 10,000 only by next_page_url', async () => {
    const { api, requests } = await anAccountWith({}, {});
    const { status, body } = await api.get(`${PATH}?offset=10001`);
    expect([status, body.messages]).toEqual([400, [expect.stringContaining('next_page_url')]]);
    expect((await api.get(`${PATH}?offset=10000`)).status).toBe(200);
    const next = `${PATH}?offset=10001&after_offset=10001&after_id=${requests[1]!.id}`;
    expect((await api.get(next)).body.items).toMatchObject([{ id: requests[0]!.id }]);
  });

  it('can be requested by an offset', async () => {
    const { find } = await anAccountWith({}, {}, {});
    expect(await find('offset=1&limit=1')).toEqual([1]);
    expect(await find('offset=3')).toEqual([]);
  });
});

describe('a filter of the request log', () => {
  const fields = [
    { status: 200, credential_id: '7' },
    { status: 404, credential_id: '8', app_key: 'c_app', route: 'GET /v2/bookings/:id' },
    { status: 409, method: 'POST', route: 'POST /v2/bookings', request_id: 'mine-1' },
    { status: 503, method: 'POST', route: 'POST /v2/quotes', app_key: 'c_app' },
    { status: null },
  ];
  it.each([
    ['status=404', [1]],
    ['status=4xx', [2, 1]],
    ['status=4XX&method=post', [2]],
    ['status=5xx', [3]],
    ['status=200', [0]],
    ['errors_only=true', [3, 2, 1]],
    ['errors_only=true&status=200', []],
    ['method=POST', [3, 2]],
    ['method=GET', [4, 1, 0]],
    [`route=${encodeURIComponent('GET /v2/bookings/:id')}`, [1]],
    ['credential=8', [1]],
    ['credential=c_app', [3, 1]],
    ['request_id=mine-1', [2]],
    ['request_id=mine-2', []],
  ])('finds exactly the matching requests: %s', async (query, expected) => {
    const { find } = await anAccountWith(...fields);
    expect(await find(query)).toEqual(expected);
  });

  it('includes the start of a time range and excludes the end', async () => {
    const at = (seconds: number) => ({ at: new Date(Date.UTC(...day(), 12, 0, seconds)) });
    const { find, requests } = await anAccountWith(at(0), at(1), at(2));
    const [, second, third] = requests.map(({ received_utc }) => received_utc);
    expect(await find(`from=${second}`)).toEqual([2, 1]);
    expect(await find(`to=${second}`)).toEqual([0]);
    expect(await find(`from=${second}&to=${third}`)).toEqual([1]);
    expect(await find(`to=${third}&limit=1`)).toEqual([1]);
  });

  it.each([
    'status=40',
    'status=abc',
    'from=yesterday',
    'errors_only=maybe',
    'limit=1001',
    'after_id=17',
    'sinceUtc=1',
  ])('is refused if it is invalid; the error names the parameter: %s', async (query) => {
    const { status, body } = await service.asAccount(anAccountId()).get(`${PATH}?${query}`);
    expect([status, body.messages[0]]).toEqual([400, expect.stringContaining(query.split('=')[0]!)]);
  });

  it.each([
    ['status=404', 'status 404'],
    ['request_id=rare', 'request rare'],
    ['credential=rare', 'credential rare'],
    ['route=rare', 'route rare'],
    ['errors_only=true', 'errors'],
    ['method=PUT', 'method PUT'],
  ])('reads only the chunk that contains a match: %s', async (query, term) => {
    const rare = { status: 404, request_id: 'rare', credential_id: 'rare', route: 'rare', method: 'PUT' };
    const { userId, find } = await anAccountWith(...Array.from({ length: 60 }, () => ({})), rare);
    expect(await find(query)).toEqual([60]);
    const plan = await service.connection
      .collection('request_chunks')
      .find({ user_id: userId, last: { $gte: '0' }, $and: [{ terms: term }] })
      .sort({ last: -1 })
      .explain('executionStats');
    expect(plan.executionStats).toMatchObject({ nReturned: 1, totalDocsExamined: 1 });
  });
});

describe('requests that several gateways have logged', () => {
  it('are listed in the order of time, for any size of chunks and pages', async () => {
    // The start of the time range of a chunk. All requests of this test are in this range.
    const begin = (chunkOf(firstIdAt(new Date())) - 100) * CHUNK_MS;
    const aGateway = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(aGateway, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 7 }),
        async (gateways, limit) => {
          const userId = anAccountId();
          const all: LoggedRequest[] = [];
          for (const [which, sizes] of gateways.entries()) {
            let at = begin + which;
            for (const size of sizes) {
              const requests = Array.from({ length: size }, () =>
                aLoggedRequest({ at: new Date((at += 37 * (which + 1))) }),
              );
              await hand(service, aChunkOf(userId, requests));
              all.push(...requests);
            }
          }
          const seen: string[] = [];
          for (let url: string | null = `${PATH}?limit=${limit}`; url !== null;) {
            const { body } = await service.asAccount(userId).get(url);
            seen.push(...(body.items as LoggedRequest[]).map(({ id }) => id));
            url = body.next_page_url as string | null;
          }
          expect(seen).toEqual(
            all
              .map(({ id }) => id)
              .sort()
              .reverse(),
          );
        },
      ),
      { numRuns: times(15, 5) },
    );
  });
});

/** Returns the year, month and day of yesterday, in UTC. */
function day(): [number, number, number] {
  const date = new Date(Date.now() - 24 * 3600_000);
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
}
