import { randomUUID } from 'node:crypto';
import { letExpire } from '../testing/a-quote';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';
import { aHouse } from '../testing/house-and-rooms';
import { withClockWrongBy } from '@keyhaven/testing/wrong-clock';
import { countRequestCommands } from '@keyhaven/testing/count-request-commands';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const stay = { arrival: '2030-07-05', departure: '2030-07-08' };
const dates = 'available_from=2030-07-05&available_to=2030-07-08';

type Item = { id: number } & Record<string, any>;

async function search({ api }: TestAccount, query: string): Promise<Item[]> {
  const { status, body } = await api.get(`/v2/propertysearch?${query}`);
  if (status !== 200) throw new Error(`the search answered ${status}: ${JSON.stringify(body)}`);
  return body.items;
}

/**
 * Creates properties, and returns their ids. Only the first one is created through the API. The others are copied from
 * it in the database, which is faster.
 */
async function manyProperties({ operator }: TestAccount, count: number): Promise<number[]> {
  const first = await operator.property();
  const properties = booking.connection.collection<{ _id: number; key?: string }>('properties');
  const stored = (await properties.findOne({ _id: first }))!;
  const copies = Array.from({ length: count - 1 }, (_, index) => ({
    ...stored,
    _id: first * 1_000_000 + index,
    key: randomUUID(),
  }));
  if (copies.length > 0) await properties.insertMany(copies);
  return [first, ...copies.map(({ _id }) => _id)];
}

const found = async (account: TestAccount, query: string) => (await search(account, query)).map(({ id }) => id);

describe('GET v2/propertysearch without dates', () => {
  it('finds active properties, including snoozed ones, by size, number of guests and id', async () => {
    const account = await booking.anAccount();
    const { operator } = account;
    const small = await operator.property({ max_guests: 2, bedrooms: 1, max_pets: 0, max_children: 0 });
    const large = await operator.property({ max_guests: 8, bedrooms: 4, max_pets: 2, is_snoozed: true });
    const open = await operator.property({});
    await operator.property({ active: false });
    expect(await found(account, '')).toEqual([small, large, open]);
    expect(await found(account, 'guests_min=3')).toEqual([large, open]);
    expect(await found(account, 'guests_max=3')).toEqual([small]);
    expect(await found(account, 'guests_min=2&guests_max=8')).toEqual([small, large]);
    expect(await found(account, 'bedrooms_min=2')).toEqual([large]);
    expect(await found(account, 'bedrooms_min=1&bedrooms_max=3')).toEqual([small]);
    expect(await found(account, 'pets_allowed=true')).toEqual([large, open]);
    expect(await found(account, 'pets_allowed=false&children_allowed=false')).toEqual([small]);
    expect(await found(account, `property_ids[0]=${open}&property_ids[1]=${small}`)).toEqual([small, open]);
  });

  it('finds properties that have one of the included tags and none of the excluded tags', async () => {
    const [account, other] = [await booking.anAccount(), await booking.anAccount()];
    const tagged = async ({ api, operator }: TestAccount, ...names: string[]) => {
      const id = await operator.property({});
      const tags = names.map((name) => api.post('/v2/tags', { entity_type: 'property', entity_id: id, name }));
      return { id, tagIds: (await Promise.all(tags)).map(({ body }) => body.tag_definition_id as number) };
    };
    const sea = await tagged(account, 'sea');
    const both = await tagged(account, 'sea', 'old');
    const plain = await tagged(account);
    const hills = await tagged(account, 'hills');
    const foreign = await tagged(other, 'sea');
    const [seaTag, oldTag] = both.tagIds;
    expect(await found(account, `include_tag_ids[0]=${seaTag}`)).toEqual([sea.id, both.id]);
    expect(await found(account, `include_tag_ids[0]=${seaTag}&include_tag_ids[1]=${hills.tagIds[0]}`)).toEqual([
      ...[sea.id, both.id, hills.id],
    ]);
    expect(await found(account, `exclude_tag_ids=${oldTag},${hills.tagIds[0]}`)).toEqual([sea.id, plain.id]);
    expect(await found(account, `include_tag_ids=${seaTag}&exclude_tag_ids[]=${oldTag}&${dates}`)).toEqual([sea.id]);
    expect(await found(account, `include_tag_ids=${foreign.tagIds[0]}`)).toEqual([]);
  });

  it('returns properties with the fields of v2/properties and without a price', async () => {
    const account = await booking.anAccount();
    await account.operator.property({ photos: [{ url: 'https://example.com/1.jpg' }] });
    const [item] = await search(account, 'include_tags=true');
    const { body } = await account.api.get('/v2/properties?include_tags=true');
    expect(item).toEqual(body.items[0]);
  });

  it('lists in X-Ignored the parameters that have no effect without dates', async () => {
    const account = await booking.anAccount();
    const id = await account.operator.property();
    const ofStay = 'rate_min=90&rate_max=80&adults=0&children=1&infants=0&pets=1&evaluate_rules=false';
    const undated = await account.api.get(`/v2/propertysearch?guests_min=1&${ofStay}`);
    expect(undated.headers.get('x-ignored')).toBe(
      'rate_min, rate_max, adults, children, infants, pets, evaluate_rules',
    );
    expect(undated.body.items.map((item: Item) => item.id)).toEqual([id]);
    const dated = await account.api.get(`/v2/propertysearch?rate_min=90&adults=1&evaluate_rules=false&${dates}`);
    expect(dated.headers.get('x-ignored')).toBeNull();
  });

  it('finds no properties of another account', async () => {
    const [own, other] = [await booking.anAccount(), await booking.anAccount()];
    const id = await other.operator.property();
    expect(await found(own, `property_ids=${id}`)).toEqual([]);
    expect(await found(own, `property_ids=${id}&${dates}`)).toEqual([]);
  });
});

describe('GET v2/propertysearch with dates', () => {
  it('returns the total, the currency and the average nightly rate of each property', async () => {
    const account = await booking.anAccount();
    const id = await account.operator.property({ currency_code: null });
    booking.peers.price(id, { rent: 120 });
    const [item] = await search(account, dates);
    expect(item).toMatchObject({ id, total_amount: 360, currency_code: 'EUR', average_nightly_rate: 120 });
  });

  it('omits properties that are taken, even by a stay at a linked property, but not by an expired hold', async () => {
    const account = await aHouse(booking);
    const { api, house, rooms } = account;
    const held = await api.post('/v2/quotes', { property_id: rooms[0], ...stay, adults: 1, hold_dates: true });
    expect(await found(account, dates)).toEqual([rooms[1]]);
    await letExpire(booking, held.body.id as number);
    expect((await found(account, dates)).sort()).toEqual([house, ...rooms].sort());
    await api.post('/v2/bookings', { property_id: house, ...stay });
    expect(await found(account, dates)).toEqual([]);
    expect(await found(account, 'available_from=2030-07-08&available_to=2030-07-09')).toHaveLength(3);
  });

  it('omits unpriced and snoozed properties; applies stay rules and guest limits unless evaluate_rules is false', async () => {
    const account = await booking.anAccount();
    const [strict, tiny, free, unpriced, snoozed] = [
      await account.operator.property(),
      await account.operator.property({ max_adults: 1 }),
      await account.operator.property(),
      await account.operator.property(),
      await account.operator.property({ is_snoozed: true }),
    ];
    booking.peers.price(strict, {
      broken_rules: [{ rule: 'min_nights', message: 'A minimum of 7 nights is required' }],
    });
    booking.peers.price(unpriced, { unpriced_nights: ['2030-07-06'] });
    expect(await found(account, `${dates}&adults=2`)).toEqual([free]);
    expect(await found(account, `${dates}&guests_min=2`)).toEqual([free]);
    expect(await found(account, `${dates}`)).toEqual([tiny, free]);
    expect(await found(account, `${dates}&adults=2&evaluate_rules=false`)).toEqual([strict, tiny, free]);
    expect(await found(account, `${dates}&property_ids=${snoozed}`)).toEqual([]);
  });

  it('counts children toward guests_min, and assumes at least one adult', async () => {
    const account = await booking.anAccount();
    const id = await account.operator.property({ max_guests: 5, max_adults: 2 });
    expect(await found(account, `${dates}&guests_min=4&children=2`)).toEqual([id]);
    expect(await found(account, `${dates}&guests_min=4&children=1`)).toEqual([]);
    expect(await found(account, `${dates}&guests_min=2&children=4`)).toEqual([id]);
    expect(await found(account, `${dates}&guests_min=2&children=5`)).toEqual([]);
  });

  it("decides by the database's clock whether a hold has expired, as the list of properties does", async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property();
    const held = await account.api.post('/v2/quotes', { property_id, ...stay, adults: 1, hold_dates: true });
    const list = 'availability_start_date=2030-07-05&availability_end_date=2030-07-08';
    const free = async () => {
      const { body } = await account.api.get(`/v2/properties?${list}`);
      return [await found(account, dates), body.items.map(({ id }: Item) => id)];
    };
    const monthMs = 30 * 86_400_000;
    expect(await withClockWrongBy(monthMs, free)).toEqual([[], []]);
    await letExpire(booking, held.body.id as number);
    expect(await withClockWrongBy(-monthMs, free)).toEqual([[property_id], [property_id]]);
  });

  it('filters by the average rent of a night', async () => {
    const account = await booking.anAccount();
    const ids = [
      await account.operator.property(),
      await account.operator.property(),
      await account.operator.property(),
    ];
    ids.forEach((id, index) => booking.peers.price(id, { rent: 100 + 50 * index }));
    expect(await found(account, `${dates}&rate_min=150`)).toEqual(ids.slice(1));
    expect(await found(account, `${dates}&rate_min=120.5&rate_max=150`)).toEqual([ids[1]]);
  });

  it('returns full pages by next_page_url and by offset, even if many properties are taken', async () => {
    const account = await booking.anAccount();
    const ids: number[] = [];
    for (let count = 0; count < 9; count++) ids.push(await account.operator.property());
    for (const property_id of [ids[0], ids[3], ids[4]])
      await account.api.post('/v2/bookings', { property_id, ...stay });
    const free = [1, 2, 5, 6, 7, 8].map((index) => ids[index]);
    const first = (await account.api.get(`/v2/propertysearch?${dates}&limit=2`)).body;
    const pages = [first];
    while (pages.at(-1).next_page_url) pages.push((await account.api.get(pages.at(-1).next_page_url)).body);
    expect(pages.map(({ items }) => items.map(({ id }: Item) => id))).toEqual([
      free.slice(0, 2),
      free.slice(2, 4),
      free.slice(4),
    ]);
    expect(await found(account, `${dates}&limit=2&offset=3`)).toEqual(free.slice(3, 5));
  });

  it('calls each service once, and sends no more database commands for many properties than for one', async () => {
    const account = await booking.anAccount();
    const ids = [await account.operator.property()];
    const count = () => countRequestCommands((headers) => account.api.get(`/v2/propertysearch?${dates}`, { headers }));
    const one = await count();
    while (ids.length < 12) ids.push(await account.operator.property());
    expect(await count()).toBe(one);
    expect(booking.peers.askedOf(ids[11]!)).toEqual(['/internal/stays/price-many', '/internal/definitions/of-stays']);
  });

  it('requests the prices of more properties in each round as long as few properties match', async () => {
    const account = await booking.anAccount();
    const ids = await manyProperties(account, 600);
    booking.peers.price(ids[599]!, { rent: 200 });
    const items = await search(account, `${dates}&rate_min=150`);
    expect(items.map(({ id, total_amount }) => [id, total_amount])).toEqual([[ids[599], 600]]);
    // The three rounds price 50, 200 and 350 properties. The third round needs two calls to each service.
    expect(booking.peers.askedFor(account.userId).sort()).toEqual([
      ...Array.from({ length: 4 }, () => '/internal/definitions/of-stays'),
      ...Array.from({ length: 4 }, () => '/internal/stays/price-many'),
    ]);
  });

  it('does not load properties that are taken', async () => {
    const [account, other] = [await booking.anAccount(), await booking.anAccount()];
    const [ids, [free]] = [await manyProperties(account, 90), await manyProperties(other, 1)];
    await booking.connection.collection<{ _id: number }>('stays').insertMany(
      ids.slice(0, -1).map((property_id) => ({
        _id: property_id,
        user_id: account.userId,
        booking: { id: property_id, property_id, type: 'booking', status: 'active' },
        night_keys: [`2030-07-06/${property_id}`],
      })),
    );
    const count = ({ api }: TestAccount) =>
      countRequestCommands((headers) => api.get(`/v2/propertysearch?${dates}`, { headers }));
    expect([await found(account, dates), await found(other, dates)]).toEqual([[ids.at(-1)], [free]]);
    expect(await count(account)).toBe(await count(other));
  });

  it('returns a 503, as a quote does, while pricing has not received a property yet', async () => {
    const account = await booking.anAccount();
    const [, property_id] = [await account.operator.property(), await account.operator.property()];
    booking.peers.forget(property_id);
    const searched = await account.api.get(`/v2/propertysearch?${dates}`);
    const quoted = await account.api.post('/v2/quotes', { property_id, ...stay, adults: 1, test: true });
    for (const { status, body, headers } of [searched, quoted]) {
      expect([status, body.messages, headers.get('retry-after')]).toEqual([
        503,
        [`property ${property_id} is not known to the pricing service yet; try again in 1 second`],
        '1',
      ]);
    }
  });

  it('returns a 503 while pricing or fees does not respond', async () => {
    const account = await booking.anAccount();
    const id = await account.operator.property();
    booking.peers.takeAway(id, 'fees');
    expect((await account.api.get(`/v2/propertysearch?${dates}`)).status).toBe(503);
  });
});
