import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

/** Renames all fields of a value to camelCase, as in version 1. */
function inCamelCase(value: unknown): unknown {
  const text = JSON.stringify(value).replace(/"([a-z0-9_]+)":/g, (_, name: string) => {
    return `"${name.replace(/_([a-z])/g, (_underscore, letter: string) => letter.toUpperCase())}":`;
  });
  return JSON.parse(text) as unknown;
}

/** An account with two properties, and a booking with a guest and charges at each. */
async function aWorld() {
  const account = await booking.anAccount();
  const { api, operator } = account;
  const guest_id = (await api.post('/v2/guests', { first_name: 'Ada' })).body.id as number;
  const address = { city: 'Rome', postal_code: '00184' };
  const properties = [await operator.property({ address, tags: ['sea'] }), await operator.property()];
  const stay = { arrival: '2030-07-01', departure: '2030-07-04', adults: 2, guest_id, generate_charges: true };
  const bookings: number[] = [];
  for (const property_id of properties) {
    const { status, body } = await api.post('/v2/bookings', { ...stay, property_id });
    expect([status, body.messages]).toEqual([200, undefined]);
    bookings.push(body.id as number);
  }
  return { ...account, properties, bookings };
}

describe('version 1', () => {
  it.each([
    ['bookings', '?includeGuest=true&includeCharges=true', '?include_guest=true&include_charges=true'],
    ['bookings', '?limit=1&offset=1', '?limit=1&offset=1'],
    ['bookings', '?sinceUtc=2190-01-01', '?since_utc=2190-01-01'],
    ['bookings', '?since_utc=2190-01-01', '?since_utc=2190-01-01'],
    ['bookings', '?from=2030-07-05', '?from=2030-07-05'],
    ['properties', '?includeTags=True&includeFields=true', '?include_tags=true&include_fields=true'],
    ['properties', '?isSnoozed=true', '?is_snoozed=true'],
    [
      'properties',
      '?availabilityStartDate=2030-07-01&availabilityEndDate=2030-07-02',
      '?availability_start_date=2030-07-01&availability_end_date=2030-07-02',
    ],
  ])('returns the same list for %s%s as version 2 for %s, in camelCase', async (resource, query, sameQuery) => {
    const { api } = await aWorld();
    const { status, body } = await api.get(`/v1/${resource}${query}`);
    const { next_page_url, ...page } = (await api.get(`/v2/${resource}${sameQuery}`)).body;
    expect([status, body]).toEqual([200, { ...(inCamelCase(page) as object), nextPageUrl: next_page_url }]);
  });

  it('filters by property, and returns pages by nextPageUrl', async () => {
    const { api, bookings, properties } = await aWorld();
    const ids = async (path: string) => (await api.get(path)).body.items.map(({ id }: { id: number }) => id);
    expect(await ids(`/v1/bookings?propertyIds=${properties[1]}`)).toEqual([bookings[1]]);
    expect(await ids(`/v1/properties?propertyId=${properties[0]}`)).toEqual([properties[0]]);
    const { nextPageUrl } = (await api.get('/v1/bookings?limit=1&sinceUtc=2020-01-01')).body;
    expect(nextPageUrl).toMatch(/^\/v1\/bookings\?limit=1&sinceUtc=2020-01-01&offset=1&/);
    const second = (await api.get(nextPageUrl)).body;
    expect([second.items[0].id, second.nextPageUrl]).toEqual([bookings[1], null]);
  });

  it('returns a booking and a property, but no record of another account', async () => {
    const [{ api, bookings, properties }, { api: others }] = [await aWorld(), await booking.anAccount()];
    const paths = [`bookings/${bookings[0]}`, `properties/${properties[0]}`];
    for (const path of paths) {
      const { body } = await api.get(`/v1/${path}`);
      expect(body).toEqual(inCamelCase((await api.get(`/v2/${path}`)).body));
      expect((await others.get(`/v1/${path}`)).status).toBe(404);
    }
    expect((await api.get(`/v1/${paths[0]}?includeDoorCodes=true`)).body.doorCodes).toEqual([]);
  });

  it('returns errors that name parameters as the client sent them', async () => {
    const { api } = await booking.anAccount();
    const messages = async (path: string) => (await api.get(path)).body.messages.join();
    expect(await messages('/v1/bookings?includeGuest=perhaps')).toContain('includeGuest: "perhaps" is not accepted');
    const path = '/v1/properties?availabilityStartDate=2030-07-01';
    expect(await messages(path)).toContain('expected a calendar date together with availabilityStartDate');
  });

  it('filters quotes by sinceUtc', async () => {
    const { api, properties } = await aWorld();
    const stay = { property_id: properties[0], arrival: '2030-08-01', departure: '2030-08-04' };
    await api.post('/v2/quotes', stay);
    const count = async (query: string) => (await api.get(`/v1/quotes${query}`)).body.count as number;
    expect([await count('?sinceUtc=2020-01-01'), await count('?sinceUtc=2190-01-01')]).toEqual([1, 0]);
  });
});
