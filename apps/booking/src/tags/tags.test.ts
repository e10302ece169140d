import { MAX_TAGS } from '@keyhaven/contracts/booking/custom-fields';
import { anAccountWithAnEntityOfEach, annotatedEntities, annotationsOf } from '../testing/annotated-entities';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const anAccountWithEntities = () => anAccountWithAnEntityOfEach(booking);

describe('tags', () => {
  it.each(annotatedEntities)(
    'are added, listed, read, returned with the record, and deleted for a %s',
    async (entity_type) => {
      const account = await anAccountWithEntities();
      const { api, ids, userId } = account;
      const entity_id = ids[entity_type];
      // Ids are accepted as strings, and types in any letter case.
      const sent = { entity_type: entity_type.toUpperCase(), entity_id: String(entity_id), name: 'VIP' };
      const made = await api.post('/v2/tags', sent);
      expect(made.body).toEqual({
        id: expect.any(Number),
        name: 'VIP',
        entity_id,
        entity_type,
        tag_definition_id: expect.any(Number),
      });
      const [definition] = (await api.get('/v2/tagdefinitions')).body.items;
      expect(definition).toMatchObject({ id: made.body.tag_definition_id, name: 'VIP' });
      const list = `/v2/tags?entity_type=${entity_type}&entity_id=${entity_id}`;
      expect((await api.get(list)).body).toEqual({
        items: [made.body],
        limit: 20,
        offset: 0,
        count: 1,
        next_page_url: null,
      });
      expect((await api.get(`/v2/tags/${made.body.id}`)).body).toEqual(made.body);
      expect(await annotationsOf(account, entity_type, entity_id)).toEqual({ tags: ['VIP'], fields: [] });
      const events = await booking.eventsOf(userId, entity_type, 2);
      expect(events.at(-1)).toMatchObject({ action: 'entity_update', version: 2, entity: { tags: ['VIP'] } });
      expect((await api.delete(`/v2/tags/${made.body.id}`)).status).toBe(204);
      expect((await api.delete(`/v2/tags/${made.body.id}`)).body.messages).toEqual([
        'a tag with this id does not exist',
      ]);
      expect((await api.get(list)).body.items).toEqual([]);
      expect(await annotationsOf(account, entity_type, entity_id)).toEqual({ tags: [], fields: [] });
    },
  );

  it('are returned without a change when they are added to a record that already has them', async () => {
    const { api, ids, userId } = await anAccountWithEntities();
    const body = { entity_type: 'guest', entity_id: ids.guest };
    const made = await api.post('/v2/tags', { ...body, name: 'VIP' });
    const again = await api.post('/v2/tags', { ...body, name: 'vip' });
    const byDefinition = await api.post('/v2/tags', { ...body, tag_definition_id: made.body.tag_definition_id });
    expect([again.body, byDefinition.body]).toEqual([made.body, made.body]);
    expect(again.headers.get('etag')).toBe(made.headers.get('etag'));
    expect(await booking.eventsOf(userId, 'guest', 2)).toHaveLength(2);
  });

  it('get only one definition when the same new name is added to many records at the same time', async () => {
    const { api } = await booking.anAccount();
    const guests = await Promise.all(
      Array.from({ length: 12 }, async () => (await api.post('/v2/guests', { first_name: 'Ida' })).body.id as number),
    );
    const made = await Promise.all(
      guests.map((entity_id) => api.post('/v2/tags', { entity_type: 'guest', entity_id, name: 'VIP' })),
    );
    const { items } = (await api.get('/v2/tagdefinitions')).body;
    expect(items).toHaveLength(1);
    expect(new Set(made.map(({ body }) => body.tag_definition_id as number))).toEqual(new Set([items[0].id]));
  });

  it.each([
    ['an unknown definition', { name: undefined, tag_definition_id: 999_999 }, 400, /^tag_definition_id: .*999999/],
    ['a missing name', { name: undefined }, 400, /^name: /],
    ['a blank name', { name: '  ' }, 400, /^name: /],
    ['an unknown type', { entity_type: 'invoice' }, 400, /^entity_type: .*booking, guest, property/],
    ['an id that does not exist', { entity_id: 999_999_999 }, 404, /^a guest with this id does not exist/],
    ['an inquiry', { entity_type: 'inquiry', entity_id: 1 }, 404, /^an inquiry with this id does not exist/],
  ])('are refused for %s, and no definition is created', async (_case, fault, status, message) => {
    const { api, ids } = await anAccountWithEntities();
    const answer = await api.post('/v2/tags', { entity_type: 'guest', entity_id: ids.guest, name: 'VIP', ...fault });
    expect([answer.status, answer.body.messages[0]]).toEqual([status, expect.stringMatching(message)]);
    expect((await api.get('/v2/tagdefinitions')).body.items).toEqual([]);
  });

  it('are refused above the limit of a record, and no definition is created', async () => {
    const { api } = await booking.anAccount();
    const tags = Array.from({ length: MAX_TAGS }, (_, at) => `t${at}`);
    const { body } = await api.post('/v2/guests', { first_name: 'Ida', tags });
    const refused = await api.post('/v2/tags', { entity_type: 'guest', entity_id: body.id, name: 'one more' });
    expect([refused.status, refused.body.messages[0]]).toEqual([400, expect.stringContaining('100 tags')]);
    expect((await api.get('/v2/tagdefinitions?limit=200')).body.count).toBe(MAX_TAGS);
    const page = (await api.get(`/v2/tags?entity_type=guest&entity_id=${body.id}&limit=60`)).body;
    const next = (await api.get(page.next_page_url)).body;
    expect([page.count, next.count, next.next_page_url]).toEqual([60, 40, null]);
  });

  it("of another account's record cannot be read, added or deleted (404)", async () => {
    const { api, ids } = await anAccountWithEntities();
    const { body } = await api.post('/v2/tags', { entity_type: 'guest', entity_id: ids.guest, name: 'VIP' });
    const stranger = (await booking.anAccount()).api;
    const answers = [
      await stranger.get(`/v2/tags/${body.id}`),
      await stranger.delete(`/v2/tags/${body.id}`),
      await stranger.get(`/v2/tags?entity_type=guest&entity_id=${ids.guest}`),
      await stranger.post('/v2/tags', { entity_type: 'guest', entity_id: ids.guest, name: 'VIP' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const sent = { entity_type: 'guest', tag_definition_id: body.tag_definition_id };
    const own = (await stranger.post('/v2/guests', { first_name: 'Eva' })).body.id;
    expect((await stranger.post('/v2/tags', { ...sent, entity_id: own })).status).toBe(400);
    expect((await api.get(`/v2/tags/${body.id}`)).status).toBe(200);
  });

  it('can be added to channel bookings, but not to linked_availability records', async () => {
    const { api, operator } = await booking.anAccount();
    const [house, room] = [await operator.property(), await operator.property()];
    await operator.link(house, room);
    const channel = { name: 'Airbnb', platform_reservation_number: 'HM1' };
    const stay = { property_id: room, arrival: '2030-07-01', departure: '2030-07-04' };
    const { id } = await operator.booking({ ...stay, channel });
    expect((await api.post('/v2/tags', { entity_type: 'booking', entity_id: id, name: 'VIP' })).status).toBe(200);
    const [linked] = (await api.get(`/v2/bookings?property_id=${house}`)).body.items;
    const refused = await api.post('/v2/tags', { entity_type: 'booking', entity_id: linked.id, name: 'VIP' });
    expect([refused.status, refused.body.messages[0]]).toEqual([400, expect.stringContaining('linked_availability')]);
  });

  it('cannot be deleted if If-Match contains an older version of their record (412)', async () => {
    const { api, ids } = await anAccountWithEntities();
    const made = await api.post('/v2/tags', { entity_type: 'guest', entity_id: ids.guest, name: 'VIP' });
    await api.patch(`/v2/guests/${ids.guest}`, { first_name: 'Eva' });
    const headers = { 'if-match': made.headers.get('etag')! };
    expect((await api.delete(`/v2/tags/${made.body.id}`, { headers })).status).toBe(412);
    const read = await api.get(`/v2/tags/${made.body.id}`);
    const present = { 'if-match': read.headers.get('etag')! };
    expect((await api.delete(`/v2/tags/${made.body.id}`, { headers: present })).status).toBe(204);
  });
});
