import { versionIn } from '@keyhaven/testing/version-in';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

describe('properties', () => {
  it('are returned with all fields, and with time_zone null if it is not set', async () => {
    const { api, operator } = await booking.anAccount();
    const id = await operator.property({
      name: 'Villa Serena',
      external_name: 'Villa Serena on the hill',
      internal_code: 'VS1',
      address: { street1: 'Via Roma 1', city: 'Lucca', postal_code: '55100', country: 'IT' },
      latitude: 43.84,
      longitude: 10.5,
      bedrooms: 4,
      bathrooms: 2.5,
      max_guests: 8,
      max_pets: 0,
      photos: [{ url: 'https://img.example.com/1.jpg', caption: 'Pool' }],
      public_url: 'https://example.com/villa-serena',
    });
    const { status, body } = await api.get(`/v2/properties/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      name: 'Villa Serena',
      internal_code: 'VS1',
      active: true,
      is_snoozed: false,
      time_zone: null,
      address: { is_default: true, street1: 'Via Roma 1', city: 'Lucca', state: null, country: 'IT' },
      bathrooms: 2.5,
      max_guests: 8,
      max_pets: 0,
      max_adults: null,
      check_in: '16:00',
      thumbnail_url: 'https://img.example.com/1.jpg',
      tags: [],
    });
    expect(body.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.photos).toEqual([
      { id: expect.any(Number), url: 'https://img.example.com/1.jpg', caption: 'Pool', position: 0 },
    ]);
    expect(body).not.toHaveProperty('owner_commission_percent');
  });

  it('have their version in the ETag of each response to an operator', async () => {
    const { operator } = await booking.anAccount();
    const made = await operator.post('/properties', { name: 'Casa' });
    const path = `/properties/${made.body.id}`;
    const answers = [made, await operator.patch(path, { name: 'Casa Aurora' }), await operator.get(path)];
    expect(answers.map(({ headers, body }) => [versionIn(headers), body.version])).toEqual([
      [1, 1],
      [2, 2],
      [2, 2],
    ]);
  });

  it.each([
    [{ name: 'Casa' }],
    [
      {
        name: 'Casa',
        photos: [{ url: 'https://img.example.com/1.jpg' }],
        owner_commission_percent: 20,
        accounting: { rent: '4000' },
      },
    ],
  ])('are returned as in the first response when the same Idempotency-Key is sent again (fields: %j)', async (body) => {
    const { userId, operator } = await booking.anAccount();
    const create = () =>
      booking.asOperator().post(`/operator/accounts/${userId}/properties`, body, {
        headers: { 'idempotency-key': 'casa' },
      });
    const first = await create();
    expect((await operator.get(`/properties/${first.body.id}`)).body).toEqual(first.body);
    await operator.patch(`/properties/${first.body.id}`, {
      name: 'Renamed',
      photos: [{ url: 'https://img.example.com/2.jpg' }],
      owner_commission_percent: 30,
      accounting: { rent: '5000' },
    });
    const again = await create();
    expect([again.status, again.body, versionIn(again.headers)]).toEqual([200, first.body, 1]);
  });

  it('include tags in lists only on request, and custom fields in lists and single reads only on request', async () => {
    const { api, operator } = await booking.anAccount();
    const id = await operator.property({ tags: ['sea'], fields: [{ code: 'wifi', value: 'pw' }] });
    const list = async (query: string) => (await api.get(`/v2/properties?${query}`)).body.items[0];
    expect(await list('limit=1')).not.toHaveProperty('tags');
    expect(await list('include_tags=true')).toMatchObject({ tags: ['sea'] });
    expect(await list('include_tags=true')).not.toHaveProperty('fields');
    expect(await list('include_fields=true')).toMatchObject({ fields: [{ code: 'wifi', value: 'pw' }] });
    const single = await api.get(`/v2/properties/${id}`);
    expect(single.body.tags).toEqual(['sea']);
    expect(single.body).not.toHaveProperty('fields');
    expect((await api.get(`/v2/properties/${id}?include_fields=true`)).body.fields).toEqual([
      { code: 'wifi', value: 'pw' },
    ]);
  });

  it('are listed in the order of their ids, and filtered by active and since_utc', async () => {
    const { api, operator } = await booking.anAccount();
    const [a, b] = [await operator.property(), await operator.property({ active: false })];
    const ids = async (query: string) =>
      (await api.get(`/v2/properties${query}`)).body.items.map(({ id }: { id: number }) => id);
    expect(await ids('')).toEqual([a, b]);
    expect(await ids('?active=true')).toEqual([a]);
    expect(await ids('?active=False')).toEqual([b]);
    expect(await ids('?since_utc=2020-01-01&limit=1&offset=1')).toEqual([b]);
    expect(await ids('?since_utc=2190-01-01')).toEqual([]);
    expect((await api.get('/v2/properties?sinceUtc=2020-01-01')).body.messages[0]).toContain('use since_utc');
  });

  it('are refused if their custom field values have more than 256 kB in total', async () => {
    const { operator } = await booking.anAccount();
    const half = 'ä'.repeat(66_000);
    const fields = (count: number) => Array.from({ length: count }, (_, index) => ({ code: `f${index}`, value: half }));
    const refused = await operator.post('/properties', { name: 'Too much', fields: fields(2) });
    expect([refused.status, refused.body.messages[0]]).toEqual([
      400,
      expect.stringContaining('expected values of at most 256 kB in total'),
    ]);
    expect((await operator.post('/properties', { name: 'Enough', fields: fields(1) })).status).toBe(200);
  });

  it('are published with the category "photos" for photo changes, and with "other" for all other changes', async () => {
    const { operator, userId } = await booking.anAccount();
    const id = await operator.property({ photos: [{ url: 'https://img.example.com/1.jpg', caption: 'Pool' }] });
    await operator.patch(`/properties/${id}`, {
      photos: [{ url: 'https://img.example.com/1.jpg', caption: 'The pool' }],
    });
    await operator.patch(`/properties/${id}`, { name: 'Renamed' });
    await operator.patch(`/properties/${id}`, { name: 'Again', photos: [] });
    const events = await booking.eventsOf(userId, 'property', 4);
    expect(events.map(({ version, categories }) => [version, [...categories].sort()])).toEqual([
      [1, ['other', 'photos']],
      [2, ['photos']],
      [3, ['other']],
      [4, ['other', 'photos']],
    ]);
    expect(events[1]!.entity).toMatchObject({ photos: [{ caption: 'The pool', position: 0 }] });
    expect(events[3]!.entity).toMatchObject({ id, name: 'Again', thumbnail_url: null, photos: [] });
  });

  it('include ordered photos in single reads and events, but not in lists', async () => {
    const { api, operator, userId } = await booking.anAccount();
    const [pool, porch, garden] = ['pool', 'porch', 'garden'].map((name) => ({
      url: `https://img.example.com/${name}.jpg`,
      caption: name,
    }));
    const made = (await operator.post('/properties', { name: 'Casa', photos: [pool, porch] })).body;
    expect(made.photos).toMatchObject([
      { ...pool, position: 0 },
      { ...porch, position: 1 },
    ]);
    const moved = (await operator.patch(`/properties/${made.id}`, { photos: [garden, porch, pool] })).body;
    expect(moved.photos).toMatchObject([
      { ...garden, position: 0 },
      { ...porch, position: 1 },
      { ...pool, position: 2 },
    ]);
    // A photo keeps its id when its position changes.
    const idsByUrl = (photos: { id: number; url: string }[]) => new Map(photos.map(({ id, url }) => [url, id]));
    const [before, after] = [idsByUrl(made.photos), idsByUrl(moved.photos)];
    for (const [url, id] of before) expect(after.get(url)).toBe(id);
    expect(new Set(after.values()).size).toBe(3);
    expect((await api.get(`/v2/properties/${made.id}`)).body.photos).toEqual(moved.photos);
    const events = await booking.eventsOf(userId, 'property', 2);
    expect(events.map(({ entity }) => entity.photos)).toEqual([made.photos, moved.photos]);
    const [listed] = (await api.get('/v2/properties')).body.items;
    expect(listed).toMatchObject({ id: made.id, thumbnail_url: garden!.url });
    expect(listed).not.toHaveProperty('photos');
  });

  it.each([
    [{ name: '' }, 'name: "" is not accepted'],
    [{ name: 'x', time_zone: 'Mars/Olympus' }, 'expected the name of an IANA time zone'],
    [{ name: 'x', currency_code: 'XXA' }, 'expected a currency code of ISO 4217'],
    [{ name: 'x', max_guests: -1 }, 'max_guests: -1 is not accepted'],
    [{ name: 'x', latitude: 91 }, 'latitude'],
    [{ name: 'x', photos: [{ url: 'ftp://x' }] }, 'photos.0.url'],
    [{ name: 'x', owner_commission_percent: 101 }, 'owner_commission_percent'],
  ])('are refused with the body %j', async (body, message) => {
    const { operator } = await booking.anAccount();
    const answer = await operator.post('/properties', body);
    expect([answer.status, answer.body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
  });

  it('can be written only by operators', async () => {
    const { api, userId } = await booking.anAccount();
    const path = `/operator/accounts/${userId}/properties`;
    expect((await api.post(path, { name: 'Mine' })).status).toBe(401);
    expect((await booking.asNobody().post(path, { name: 'Mine' })).status).toBe(401);
    expect((await booking.asNobody().get('/v2/properties')).status).toBe(401);
    expect((await api.post('/v2/properties', { name: 'Mine' })).status).toBe(404);
  });

  it('can be renamed without changes or events of their bookings', async () => {
    const { api, operator, userId } = await booking.anAccount();
    const property_id = await operator.property({ name: 'Before' });
    const made = (await api.post('/v2/bookings', { property_id, arrival: '2026-07-01', departure: '2026-07-02' })).body;
    await operator.patch(`/properties/${property_id}`, { name: 'After' });
    await booking.eventsOf(userId, 'property', 2);
    const read = (await api.get(`/v2/bookings/${made.id}`)).body;
    expect(read).toEqual({ ...made, property: { ...made.property, name: 'After' } });
    expect(await booking.eventsOf(userId, 'booking', 1)).toHaveLength(1);
  });

  it('are found by another service only if it sends the id of their account', async () => {
    const [mine, theirs] = [await booking.anAccount(), await booking.anAccount()];
    const property_id = await mine.operator.property();
    const found = async (user_id: number, search: object) => {
      const answer = await booking.asOperator().post('/internal/properties/find', { user_id, ...search });
      return [answer.status, answer.body.outcome];
    };
    expect(await found(mine.userId, { property_id })).toEqual([200, 'found']);
    expect(await found(theirs.userId, { property_id })).toEqual([200, 'unknown']);
    expect((await found(mine.userId, {}))[0]).toBe(400);
  });
});

describe('listing sites', () => {
  it('are listed in pages, active ones by default, and read by id', async () => {
    const { api, operator } = await booking.anAccount();
    const id = await operator.listingSite({ name: 'Vrbo', domain: 'vrbo.example' });
    const old = await operator.listingSite({ name: 'Old', domain: 'old.example', active: false });
    expect((await api.get('/v2/listing_sites')).body).toEqual({
      items: [{ id, name: 'Vrbo', domain: 'vrbo.example', active: true }],
      limit: 20,
      offset: 0,
      count: 1,
      next_page_url: null,
    });
    expect((await api.get('/v2/listing_sites?active=false')).body.items.map((site: { id: number }) => site.id)).toEqual(
      [old],
    );
    expect((await api.get(`/v2/listing_sites/${old}`)).body.active).toBe(false);
    await operator.patch(`/listing_sites/${old}`, { active: true });
    expect((await api.get('/v2/listing_sites')).body.count).toBe(2);
  });

  it('have their version in the ETag of each response', async () => {
    const { api, operator } = await booking.anAccount();
    const made = await operator.post('/listing_sites', { name: 'Vrbo', domain: 'vrbo.example' });
    const path = `/listing_sites/${made.body.id}`;
    const answers = [made, await operator.patch(path, { name: 'VRBO' }), await api.get(`/v2${path}`)];
    expect(answers.map(({ headers }) => versionIn(headers))).toEqual([1, 2, 2]);
  });

  it('are found by another service, like other records, only if it sends the id of their account', async () => {
    const [mine, theirs] = [await booking.anAccount(), await booking.anAccount()];
    const property = await mine.operator.property();
    const listing_site = await mine.operator.listingSite({});
    const stay = { property_id: property, arrival: '2031-07-01', departure: '2031-07-04' };
    const made = {
      property,
      listing_site,
      owner: await mine.operator.owner(),
      guest: (await mine.api.post('/v2/guests', { first_name: 'Ada' })).body.id as number,
      booking: (await mine.api.post('/v2/bookings', stay)).body.id as number,
    };
    const find = (user_id: number, entity_type: string, ids: number[]) =>
      booking.asOperator().post('/internal/records/find', { user_id, entity_type, ids });
    for (const [entityType, id] of Object.entries(made)) {
      expect((await find(mine.userId, entityType, [id, id + 1_000_000])).body.unknown_ids).toEqual([id + 1_000_000]);
      expect((await find(theirs.userId, entityType, [id])).body.unknown_ids).toEqual([id]);
    }
    expect((await find(mine.userId, 'unicorn', [1])).status).toBe(400);
  });

  it('cannot be used in bookings if they are inactive', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const listing_site_id = await operator.listingSite({ active: false });
    const answer = await api.post('/v2/bookings', {
      property_id,
      arrival: '2026-07-01',
      departure: '2026-07-02',
      listing_site_id,
    });
    expect([answer.status, answer.body.messages[0]]).toEqual([
      400,
      expect.stringContaining('was not found or is not available'),
    ]);
  });
});
