import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

/** Creates bookings of one night each on consecutive nights at one property. */
async function someBookings(account: TestAccount, count: number, property_id?: number): Promise<number[]> {
  const property = property_id ?? (await account.operator.property());
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const arrival = new Date(Date.UTC(2026, 6, 1 + i)).toISOString().slice(0, 10);
    const departure = new Date(Date.UTC(2026, 6, 2 + i)).toISOString().slice(0, 10);
    const { body, status } = await account.api.post('/v2/bookings', { property_id: property, arrival, departure });
    expect(status).toBe(200);
    ids.push(body.id as number);
  }
  return ids;
}

async function idsOf(account: TestAccount, path: string): Promise<number[]> {
  const { status, body } = await account.api.get(path);
  expect(status).toBe(200);
  return body.items.map(({ id }: { id: number }) => id);
}

describe('GET v2/bookings', () => {
  it('returns an empty page when there are no bookings', async () => {
    const { api } = await booking.anAccount();
    const { body } = await api.get('/v2/bookings/');
    expect(body).toEqual({ items: [], limit: 20, offset: 0, count: 0, next_page_url: null });
  });

  it('returns each booking once if a client follows next_page_url, which is null on the last page', async () => {
    const account = await booking.anAccount();
    const ids = await someBookings(account, 5);
    const first = await account.api.get('/v2/bookings/?limit=2&status=active&since_utc=2020-01-01');
    expect(first.body).toMatchObject({ count: 2, limit: 2, offset: 0 });
    expect(first.body.next_page_url).toMatch(/^\/v2\/bookings\?/);
    const seen = first.body.items.map(({ id }: { id: number }) => id);
    for (let next = first.body.next_page_url as string | null; next;) {
      const params = new URL(next, 'http://x').searchParams;
      expect([params.get('limit'), params.get('status'), params.get('since_utc')]).toEqual([
        '2',
        'active',
        '2020-01-01',
      ]);
      const { body } = await account.api.get(next);
      expect(body.offset).toBe(Number(params.get('offset')));
      seen.push(...body.items.map(({ id }: { id: number }) => id));
      next = body.next_page_url;
    }
    expect(seen).toEqual(ids);
  });

  it('skips the number of bookings in offset, and returns at most the number in limit', async () => {
    const account = await booking.anAccount();
    const ids = await someBookings(account, 4);
    expect(await idsOf(account, '/v2/bookings?limit=2&offset=1')).toEqual(ids.slice(1, 3));
    expect((await account.api.get('/v2/bookings?limit=2&offset=2')).body.next_page_url).toBeNull();
  });

  it('neither skips nor repeats records that change while the client reads the pages', async () => {
    const account = await booking.anAccount();
    const ids = await someBookings(account, 12);
    const seen: number[] = [];
    for (let next: string | null = '/v2/bookings?status=active&limit=3'; next;) {
      const body = (await account.api.get(next)).body as { items: { id: number }[]; next_page_url: string | null };
      seen.push(...body.items.map(({ id }) => id));
      // Bookings that are canceled between two pages no longer match the filter. A page that only skips `offset`
      // bookings would therefore miss some.
      await account.api.patch(`/v2/bookings/${seen[seen.length - 1]}`, { status: 'canceled' });
      await account.api.patch(`/v2/bookings/${seen[seen.length - 2]}`, { title: 'changed' });
      next = body.next_page_url;
    }
    expect(seen).toEqual(ids);
  });

  it.each([
    ['limit=0', 'query parameter limit: "0" is not accepted; expected a whole number from 1 to 1000'],
    ['limit=1001', 'expected a whole number from 1 to 1000'],
    ['offset=-1', 'query parameter offset'],
    ['status=lost', 'expected one of active, canceled, pending'],
    ['since_utc=yesterday', 'expected an instant such as'],
    ['since_utc=2026-02-30', 'expected an instant such as'],
    ['from=2026-13-01', 'expected a calendar date'],
    ['property_ids=1,two', '"two" is not an id'],
    ['include_guest=maybe', 'expected true or false'],
    ['sinceUtc=2026-01-01', 'the parameter sinceUtc was removed on August 6, 2025; use since_utc'],
  ])('refuses ?%s', async (query, message) => {
    const { api } = await booking.anAccount();
    const { status, body } = await api.get(`/v2/bookings?${query}`);
    expect([status, body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
  });

  it('refuses property_ids with 5,000 ids; at most 1,000 are accepted', async () => {
    const { api } = await booking.anAccount();
    const ids = Array.from({ length: 5000 }, (_, i) => i + 1).join(',');
    const { status, body } = await api.get(`/v2/bookings?property_ids=${ids}`);
    expect([status, body.messages[0]]).toEqual([400, expect.stringContaining('expected at most 1000 ids, not 5000')]);
  });

  it('ignores unknown parameters', async () => {
    const account = await booking.anAccount();
    const ids = await someBookings(account, 1);
    expect(await idsOf(account, '/v2/bookings?colour=blue')).toEqual(ids);
  });

  it.each([
    '2020-01-01',
    '2020-01-01T00:00:00Z',
    '2020-01-01 00:00:00',
    '2026-05-24T23:03:29.919Z',
    '2025-11-20 23:04:29.696741',
  ])('accepts since_utc=%s', async (since) => {
    const account = await booking.anAccount();
    const ids = await someBookings(account, 1);
    expect(await idsOf(account, `/v2/bookings?since_utc=${encodeURIComponent(since)}`)).toEqual(ids);
  });

  it('returns the bookings that changed after since_utc or up to 5 seconds before it, ordered by id', async () => {
    const account = await booking.anAccount();
    const ids = await someBookings(account, 3);
    await account.api.patch(`/v2/bookings/${ids[0]}`, { title: 'later' });
    const future = new Date(Date.now() + 3600_000).toISOString();
    expect(await idsOf(account, `/v2/bookings?since_utc=${future}`)).toEqual([]);
    const updated = (await account.api.get(`/v2/bookings/${ids[0]}`)).body.updated_utc as string;
    expect(await idsOf(account, `/v2/bookings?since_utc=${updated}`)).toEqual(ids);
  });

  it('filters by properties, status and dates', async () => {
    const account = await booking.anAccount();
    const [a, b] = [await account.operator.property(), await account.operator.property()];
    const [a1, a2, a3] = await someBookings(account, 3, a);
    const [b1] = await someBookings(account, 1, b);
    await account.api.patch(`/v2/bookings/${a3}`, { status: 'canceled' });
    expect(await idsOf(account, `/v2/bookings?property_ids=${a}`)).toEqual([a1, a2, a3]);
    expect(await idsOf(account, `/v2/bookings?property_id=${b}`)).toEqual([b1]);
    expect(await idsOf(account, `/v2/bookings?property_ids=${a},${b},999999&status=Active`)).toEqual([a1, a2, b1]);
    expect(await idsOf(account, '/v2/bookings?property_ids=999999')).toEqual([]);
    // `from` selects departures on or after a date, `to` selects arrivals on or before a date.
    expect(await idsOf(account, `/v2/bookings?property_ids=${a}&from=2026-07-03`)).toEqual([a2, a3]);
    expect(await idsOf(account, `/v2/bookings?property_ids=${a}&to=2026-07-02`)).toEqual([a1, a2]);
    expect(await idsOf(account, `/v2/bookings?property_ids=${a}&from=2026-07-03&to=2026-07-02`)).toEqual([a2]);
  });

  it('returns guest, charges, tags, agreements, policy, fields and door codes only if they are requested', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property();
    const guest_id = (await account.api.post('/v2/guests', { first_name: 'Ada' })).body.id as number;
    const body = {
      property_id,
      arrival: '2026-07-01',
      departure: '2026-07-02',
      guest_id,
      tags: ['t'],
      fields: [{ code: 'c', value: 'v' }],
    };
    await account.api.post('/v2/bookings', body);
    const [plain] = (await account.api.get('/v2/bookings')).body.items;
    const optional = [
      'guest',
      'charges',
      'tags',
      'agreements',
      'cancellation_policy_description',
      'fields',
      'door_codes',
    ];
    expect(Object.keys(plain as object).filter((key) => optional.includes(key))).toEqual([]);
    expect(plain.guest_id).toBe(guest_id);
    const flags = ['guest', 'charges', 'tags', 'agreements', 'cancellation_policy', 'fields', 'door_codes'];
    const [full] = (await account.api.get(`/v2/bookings?${flags.map((flag) => `include_${flag}=true`).join('&')}`)).body
      .items;
    expect(full).toMatchObject({
      guest: { first_name: 'Ada' },
      charges: [],
      tags: ['t'],
      fields: [{ code: 'c', value: 'v' }],
      door_codes: [],
    });
    expect(Object.keys(full as object)).toEqual(expect.arrayContaining(optional));
  });
});

describe('the currency of a booking that was stored without a currency', () => {
  it('is the currency of the property or account when the booking is read by id, but null in lists', async () => {
    const account = await booking.anAccount({ currency_code: 'JPY' });
    const property_id = await account.operator.property({ currency_code: null });
    const stay = { property_id, arrival: '2026-07-01', departure: '2026-07-02' };
    const { id } = (await account.api.post('/v2/bookings', stay)).body as { id: number };
    expect((await account.api.get(`/v2/bookings/${id}`)).body.currency_code).toBe('JPY');
    expect((await account.api.get('/v2/bookings')).body.items[0].currency_code).toBeNull();
    await account.operator.patch(`/properties/${property_id}`, { currency_code: 'KWD' });
    expect((await account.api.get(`/v2/bookings/${id}`)).body.currency_code).toBe('KWD');
  });
});

describe("another account's records", () => {
  it('lead to the same 404 as unknown ids, and appear in no list', async () => {
    const [mine, other] = [await booking.anAccount(), await booking.anAccount()];
    const [theirs] = await someBookings(other, 1);
    const theirProperty = await other.operator.property();
    const theirSite = await other.operator.listingSite();
    const theirGuest = (await other.api.post('/v2/guests', { first_name: 'Eve' })).body.id as number;
    const nowhere = 987_654_321;
    for (const [path, id] of [
      ['/v2/bookings', theirs],
      ['/v2/properties', theirProperty],
      ['/v2/guests', theirGuest],
      ['/v2/listing_sites', theirSite],
    ] as const) {
      const [foreign, missing] = [await mine.api.get(`${path}/${id}`), await mine.api.get(`${path}/${nowhere}`)];
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual(missing.body);
      expect((await mine.api.get(path)).body.items).toEqual([]);
    }
    expect((await mine.api.patch(`/v2/bookings/${theirs}`, { title: 'x' })).status).toBe(404);
    expect((await mine.api.patch(`/v2/guests/${theirGuest}`, { notes: 'x' })).status).toBe(404);
    expect(await idsOf(mine, `/v2/bookings?property_ids=${theirProperty}`)).toEqual([]);
    const own = await mine.operator.property();
    const stay = { arrival: '2026-07-01', departure: '2026-07-02' };
    for (const [field, id] of [
      ['property_id', theirProperty],
      ['guest_id', theirGuest],
      ['listing_site_id', theirSite],
    ] as const) {
      const answers = await Promise.all(
        [id, nowhere].map((value) => mine.api.post('/v2/bookings', { property_id: own, ...stay, [field]: value })),
      );
      expect(answers.map(({ status }) => status)).toEqual([400, 400]);
      expect(JSON.stringify(answers[0]!.body).replaceAll(String(id), '#')).toBe(
        JSON.stringify(answers[1]!.body).replaceAll(String(nowhere), '#'),
      );
    }
  });
});
