import { activeQuery, booleanInput, idInput, idListInput, text } from '@keyhaven/contracts/shared/inputs';
import { sinceInput } from '@keyhaven/contracts/shared/instants';
import { readLaterAs } from '@keyhaven/contracts/shared/read-later';
import { makeTestKeys, testGrants } from '@keyhaven/testing/test-keys';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { createTokenVerifier } from '../auth/token-verifier';
import { createLogger } from '../observability/logger';
import { createMetrics } from '../observability/metrics';
import { createApp } from './app';
import { mountContract } from './mount-contract';
import { type RunningServer, serve } from './serve';

const thing = z.object({
  name: text(10),
  notes: text(10).nullable().optional(),
  isSold: booleanInput.optional(),
  count: idInput.default(1),
  id: z.unknown().optional(),
  guest: z.object({ first_name: text(10).optional(), last_name: text(10).nullable().optional() }).optional(),
  phones: z.array(z.object({ number: text(20), type: text(10).default('mobile') })).optional(),
  labels: z.record(z.string(), text(10)).optional(),
  rates: readLaterAs(z.array(z.object({ amount: z.number() }))).optional(),
});
const body = z.union([z.array(thing), thing]).transform((read) => read);
const contract = initContract().router({
  list: {
    method: 'GET',
    path: '/v2/things',
    query: z
      .object({ ids: idListInput.optional(), active: activeQuery.default(true) })
      .and(z.object({ since_utc: sinceInput.optional() })),
    responses: { 200: z.any() },
  },
  read: { method: 'GET', path: '/v2/thing', responses: { 200: z.any() } },
  create: { method: 'POST', path: '/v2/things', body, responses: { 200: z.any() } },
  update: { method: 'PATCH', path: '/v2/things', body: thing.partial(), responses: { 200: z.any() } },
});

let server: RunningServer;
let authorization: string;
beforeAll(async () => {
  const keys = await makeTestKeys();
  authorization = `Bearer ${await keys.sign({ audience: 'things', scope: 'full', accountId: 5 })}`;
  const app = createApp({
    logger: createLogger('things', 'silent'),
    metrics: createMetrics('things', false),
    maxBodyBytes: 1_000_000,
    routes: (express) =>
      mountContract(
        express,
        'public',
        createTokenVerifier('things', keys.publicKeys, { grants: testGrants }),
        contract,
        {
          list: ({ query }) => Promise.resolve(query),
          read: () => Promise.resolve({}),
          create: ({ body: read }) => Promise.resolve(read),
          update: ({ body: read }) => Promise.resolve(read),
        },
      ),
  });
  server = await serve(app, '127.0.0.1', 0);
});
afterAll(() => server.close(1000));

async function call(method: string, path: string, sent?: unknown) {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: sent === undefined ? undefined : JSON.stringify(sent),
  });
  return { status: response.status, ignored: response.headers.get('x-ignored'), body: (await response.json()) as any };
}

describe('X-Ignored', () => {
  it('lists unknown query parameters, and is absent if there are none', async () => {
    expect((await call('GET', '/v2/things?ids=1&acitve=true&sort=name')).ignored).toBe('acitve, sort');
    expect((await call('GET', '/v2/things?ids=1&since_utc=2026-01-01')).ignored).toBeNull();
    expect((await call('GET', '/v2/thing?expand=all')).ignored).toBe('expand');
  });

  it('lists the paths of unknown body fields, also in nested objects and lists', async () => {
    const sent = {
      name: 'a',
      nmae: 'b',
      guest: { first_name: 'A', nickname: 'B' },
      phones: [
        { number: '1', kind: 'x' },
        { number: '2', kind: 'y' },
      ],
      labels: { anything: 'x' },
      rates: [{ amount: 1, currnecy: 'EUR' }],
    };
    const { status, ignored } = await call('POST', '/v2/things', sent);
    expect([status, ignored]).toEqual([200, 'nmae, guest.nickname, phones.kind, rates.currnecy']);
    expect((await call('POST', '/v2/things', [{ name: 'a', nmae: 'b' }])).ignored).toBe('nmae');
    expect((await call('PATCH', '/v2/things', { nmae: null })).ignored).toBe('nmae');
  });

  it('is also set in error responses', async () => {
    expect(await call('POST', '/v2/things', { nmae: 'b' })).toMatchObject({ status: 400, ignored: 'nmae' });
  });

  it('contains the names in percent-encoding', async () => {
    expect((await call('GET', `/v2/things?${encodeURIComponent('größe, m²\r\n')}=1`)).ignored).toBe(
      encodeURIComponent('größe, m²\r\n'),
    );
  });

  it('lists at most 20 names and 1,000 characters in total, and ends with "..." if there are more names', async () => {
    const unknown = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`unknown_${index}`, 1]));
    expect((await call('PATCH', '/v2/things', unknown(20))).ignored).toBe(Object.keys(unknown(20)).join(', '));
    expect((await call('PATCH', '/v2/things', unknown(21))).ignored).toBe(
      [...Object.keys(unknown(20)), '...'].join(', '),
    );
    const long = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}${'x'.repeat(300)}`, 1]));
    const { ignored } = await call('PATCH', '/v2/things', long);
    expect(ignored!.split(', ').map((name) => name.length)).toEqual([301, 301, 301, 3]);
    expect((await call('PATCH', '/v2/things', { ['x'.repeat(1001)]: 1 })).ignored).toBe('...');
  });
});

describe('a field that is sent as null', () => {
  it('counts as absent in a POST, also in nested objects', async () => {
    const sent = {
      name: 'a',
      isSold: null,
      count: null,
      id: null,
      guest: { first_name: null },
      phones: [{ number: '1', type: null }],
    };
    const { body: read } = await call('POST', '/v2/things', sent);
    expect(read).toEqual({ name: 'a', count: 1, guest: {}, phones: [{ number: '1', type: 'mobile' }] });
  });

  it('is reported as missing in a POST if it is required', async () => {
    const { status, body: refusal } = await call('POST', '/v2/things', [{ name: null }]);
    expect([status, refusal.status]).toEqual([400, 'bad_request']);
  });

  it('stays null if the contract gives null a meaning', async () => {
    const { body: read } = await call('POST', '/v2/things', { name: 'a', notes: null, guest: { last_name: null } });
    expect(read).toEqual({ name: 'a', notes: null, count: 1, guest: { last_name: null } });
  });

  it('is refused in a PATCH unless the contract accepts null', async () => {
    expect((await call('PATCH', '/v2/things', { isSold: null })).status).toBe(400);
    expect((await call('PATCH', '/v2/things', { notes: null })).status).toBe(200);
  });
});

describe('the parser of query parameters', () => {
  it.each(['ids=3,4', 'ids=3&ids=4', 'ids[]=3&ids[]=4', 'ids%5B%5D=3%2C4', 'ids[0]=3&ids[1]=4', 'ids=3&ids[]=4'])(
    'accepts a list sent as %s',
    async (query) => {
      const { body: read, ignored } = await call('GET', `/v2/things?${query}`);
      expect([read.ids, ignored]).toEqual([[3, 4], null]);
    },
  );

  it.each([
    ['active=all', 'all'],
    ['active=ALL', 'all'],
    ['active=False', false],
    ['', true],
  ])('reads the query "%s" as active = %s, and refuses unknown values', async (query, active) => {
    expect((await call('GET', `/v2/things?${query}`)).body.active).toBe(active);
    expect((await call('GET', '/v2/things?active=some')).body.messages).toEqual([
      'query parameter active: "some" is not accepted; expected true, false or all',
    ]);
  });

  it.each([
    ['Sun, 24 May 2026 23:03:29 GMT', '2026-05-24T23:03:29.000Z'],
    ['2026-05-24T23:03:29Z', '2026-05-24T23:03:29.000Z'],
    ['null', undefined],
    ['NULL', undefined],
    ['', undefined],
  ])('reads the instant "%s" as %s (undefined: no instant)', async (sent, instant) => {
    const { status, body: read } = await call('GET', `/v2/things?since_utc=${encodeURIComponent(sent)}`);
    expect([status, read.since_utc]).toEqual([200, instant]);
  });

  it.each([
    'Mon, 24 May 2026 23:03:29 GMT',
    'Sun, 24 May 2026 23:03:29',
    'Sunday, 24-May-26 23:03:29 GMT',
    'yesterday',
  ])('refuses "%s", which is not a valid instant', async (sent) => {
    expect((await call('GET', `/v2/things?since_utc=${encodeURIComponent(sent)}`)).status).toBe(400);
  });
});
