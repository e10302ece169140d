import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const later = { arrival: '2030-08-05', departure: '2030-08-08' };
const idsOf = ({ body }: { body: { items: { id: number }[] } }) => body.items.map(({ id }) => id);

describe('lists', () => {
  it.each(['property_id=', 'property_ids=', 'property_ids[]=', 'property_id%5B0%5D='])(
    'of properties, bookings, quotes and links can be filtered by %s',
    async (name) => {
      const { api, operator } = await booking.anAccount();
      const [a, b, c] = [await operator.property(), await operator.property(), await operator.property()];
      const [bookings, quotes]: [number[], number[]] = [[], []];
      for (const [month, property_id] of [a, b, c].entries()) {
        const dates = { arrival: `2030-0${month + 1}-05`, departure: `2030-0${month + 1}-08` };
        bookings.push((await api.post('/v2/bookings', { property_id, ...dates, is_block: true })).body.id);
        const quoted = { arrival: '2030-08-05', departure: '2030-08-08', adults: 1 };
        quotes.push((await api.post('/v2/quotes', { property_id, ...quoted })).body.id);
      }
      const ofTwo = `${name}${a}&${name}${c}`;
      expect(idsOf(await api.get(`/v2/properties?${ofTwo}`))).toEqual([a, c]);
      expect(idsOf(await api.get(`/v2/bookings?${ofTwo}`))).toEqual([bookings[0], bookings[2]]);
      expect(idsOf(await api.get(`/v2/quotes?${ofTwo}`))).toEqual([quotes[0], quotes[2]]);
      expect(idsOf(await api.get(`/v2/properties?${name}${b},${c}`))).toEqual([b, c]);
      const link = await operator.link(b, c);
      expect(idsOf(await operator.get(`/links?${name}${b}`))).toEqual([link]);
      expect(idsOf(await operator.get(`/links?${name}${a}`))).toEqual([]);
    },
  );

  it('of properties, bookings and quotes can be filtered by a text in the name, a code or the id of a property', async () => {
    const { api, operator } = await booking.anAccount();
    const a = await operator.property({ name: 'Villa Élan', internal_code: 'SEA-1' });
    const b = await operator.property({ name: 'Hilltop', external_name: 'Above the Sea' });
    const c = await operator.property({ name: 'Forest', active: false });
    const dates = { arrival: '2030-07-05', departure: '2030-07-08' };
    const bookings: number[] = [];
    for (const property_id of [a, b, c])
      bookings.push((await api.post('/v2/bookings', { property_id, ...dates, is_block: true })).body.id);
    const quotes: number[] = [];
    for (const property_id of [a, b])
      quotes.push((await api.post('/v2/quotes', { property_id, ...later, adults: 1 })).body.id);
    for (const [text, found] of [
      ['sea', [0, 1]],
      ['VILLA é', [0]],
      ['villa E\u0301', [0]],
      ['forest', [2]],
      [String(b), [1]],
      ['castle', []],
      ['', [0, 1, 2]],
      ['.*', []],
    ] as const) {
      const q = encodeURIComponent(text);
      expect([text, idsOf(await api.get(`/v2/properties?active=all&q=${q}`))]).toEqual([
        text,
        found.map((at) => [a, b, c][at]),
      ]);
      expect([text, idsOf(await api.get(`/v2/bookings?property_q=${q}`))]).toEqual([
        text,
        found.map((at) => bookings[at]),
      ]);
      expect([text, idsOf(await api.get(`/v2/quotes?property_q=${q}`))]).toEqual([
        text,
        found.flatMap((at) => quotes[at] ?? []),
      ]);
    }
    expect(idsOf(await api.get(`/v2/bookings?property_q=sea&property_id=${a}`))).toEqual([bookings[0]]);
    expect(idsOf(await api.get('/v2/properties?q=e&active=true&limit=1&offset=1'))).toEqual([b]);
    expect((await api.get(`/v2/properties?q=${'x'.repeat(201)}`)).status).toBe(400);
    const other = await booking.anAccount();
    expect(idsOf(await other.api.get('/v2/bookings?property_q=sea'))).toEqual([]);
  });

  it('of properties can be filtered by is_snoozed, and include inactive properties with active=all', async () => {
    const { api, operator } = await booking.anAccount();
    const [open, snoozed] = [await operator.property(), await operator.property({ is_snoozed: true })];
    const inactive = await operator.property({ active: false });
    expect(idsOf(await api.get('/v2/properties?is_snoozed=true'))).toEqual([snoozed]);
    expect(idsOf(await api.get('/v2/properties?is_snoozed=False&active=true'))).toEqual([open]);
    expect(idsOf(await api.get('/v2/properties?active=all'))).toEqual([open, snoozed, inactive]);
  });

  it('of listing sites include inactive ones with active=all', async () => {
    const { api, operator } = await booking.anAccount();
    const [active, old] = [await operator.listingSite(), await operator.listingSite({ name: 'Old', active: false })];
    expect(idsOf(await api.get('/v2/listing_sites?active=all'))).toEqual([active, old]);
  });

  it('of quotes can be filtered by from (earliest departure), to (latest arrival) and status', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const quoted = async (arrival: string, departure: string) =>
      (await api.post('/v2/quotes', { property_id, arrival, departure, adults: 1 })).body.id as number;
    const [july, august] = [await quoted('2030-07-01', '2030-07-05'), await quoted('2030-08-01', '2030-08-05')];
    expect(idsOf(await api.get('/v2/quotes?from=2030-07-06'))).toEqual([august]);
    expect(idsOf(await api.get('/v2/quotes?from=2030-07-05&to=2030-07-31'))).toEqual([july]);
    expect(idsOf(await api.get('/v2/quotes?to=2030-08-01'))).toEqual([july, august]);
    await api.post('/v2/bookings', { quote_id: july });
    expect(idsOf(await api.get('/v2/quotes?status=accepted'))).toEqual([july]);
    expect(idsOf(await api.get('/v2/quotes?status=Open'))).toEqual([august]);
    expect((await api.get('/v2/quotes?from=2030-02-30')).status).toBe(400);
  });

  it('of quotes and guests contain no record that was created before created_since_utc', async () => {
    const { api, operator } = await booking.anAccount();
    const guest = (await api.post('/v2/guests', { first_name: 'Ada' })).body;
    const quote = (await api.post('/v2/quotes', { property_id: await operator.property(), ...later, adults: 1 })).body;
    for (const [path, { id, created_utc }] of [
      ['/v2/guests', guest],
      ['/v2/quotes', quote],
    ] as const) {
      const createdSince = async (ms: number) =>
        idsOf(await api.get(`${path}?created_since_utc=${new Date(ms).toISOString()}`));
      const created = Date.parse(created_utc);
      // Responses contain whole seconds, so the stored time may be up to a second later than the time in the response.
      expect([path, await createdSince(created)]).toEqual([path, [id]]);
      expect([path, await createdSince(created + 1000)]).toEqual([path, []]);
    }
  });

  it('accept an HTTP date, null or an empty value in since_utc and created_since_utc', async () => {
    const { api, operator } = await booking.anAccount();
    const id = await operator.property();
    const guest = (await api.post('/v2/guests', { first_name: 'Ada', last_name: 'Byron' })).body.id as number;
    const future = encodeURIComponent('Mon, 01 Jan 2035 00:00:00 GMT');
    expect(idsOf(await api.get(`/v2/properties?since_utc=${future}`))).toEqual([]);
    expect(idsOf(await api.get('/v2/properties?since_utc=null'))).toEqual([id]);
    expect(idsOf(await api.get('/v2/properties?since_utc='))).toEqual([id]);
    expect(idsOf(await api.get(`/v2/guests?created_since_utc=${future}`))).toEqual([]);
    expect(idsOf(await api.get('/v2/guests?created_since_utc=null'))).toEqual([guest]);
    expect(idsOf(await api.get('/v2/quotes?created_since_utc='))).toEqual([]);
  });
});

describe('a next_page_url', () => {
  it('returns the next page, and still works after the client has changed the offset in it', async () => {
    const { api, operator } = await booking.anAccount();
    const ids: number[] = [];
    for (let count = 0; count < 7; count++) ids.push(await operator.property());
    const { next_page_url } = (await api.get('/v2/properties?limit=2')).body as { next_page_url: string };
    expect(idsOf(await api.get(next_page_url))).toEqual(ids.slice(2, 4));
    const moved = await api.get(next_page_url.replace('offset=2', 'offset=5'));
    expect(idsOf(moved)).toEqual(ids.slice(5, 7));
    const first = await api.get(next_page_url.replace('offset=2', 'offset=0'));
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(idsOf(await api.get(first.body.next_page_url))).toEqual(ids.slice(2, 4));
  });
});
