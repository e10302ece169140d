import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const idsOf = ({ body }: { body: { items: { id: number }[] } }) => body.items.map(({ id }) => id);

describe('lists', () => {
  it.each(['property_id=', 'property_ids=', 'property_ids[]=', 'property_id%5B0%5D='])(
    'of properties, bookings, quotes and links are filtered by %s',
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

  it('of properties are filtered by is_snoozed, and include all with active=all', async () => {
    const { api, operator } = await booking.anAccount();
    const [open, snoozed] = [await operator.property(), await operator.property({ is_snoozed: true })];
    const inactive = await operator.property({ active: false });
    expect(idsOf(await api.get('/v2/properties?is_snoozed=true'))).toEqual([snoozed]);
    expect(idsOf(await api.get('/v2/properties?is_snoozed=False&active=true'))).toEqual([open]);
    expect(idsOf(await api.get('/v2/properties?active=all'))).toEqual([open, snoozed, inactive]);
  });

  it('of listing sites include all with active=all', async () => {
    const { api, operator } = await booking.anAccount();
    const [active, old] = [await operator.listingSite(), await operator.listingSite({ name: 'Old', active: false })];
    expect(idsOf(await api.get('/v2/listing_sites?active=all'))).toEqual([active, old]);
  });

  it('of quotes are filtered by from (departing on or after), to (arriving on or before) and status', async () => {
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

  it('accept an HTTP date, null and an empty value in since_utc and created_since_utc', async () => {
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
  it('continues after its page, and accepts a changed offset', async () => {
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
