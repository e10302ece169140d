import { annotationsOf } from '../testing/annotated-entities';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const july = { arrival: '2030-07-01', departure: '2030-07-04' };
const sent = { tags: ['Late', 'VIP', 'vip'], fields: [{ code: 'gate', value: '12' }] };
const shown = { tags: ['Late', 'VIP'], fields: [{ code: 'gate', value: '12' }] };

async function definitionsOf(api: { get: (path: string) => Promise<{ body: any }> }) {
  const names = (await api.get('/v2/tagdefinitions')).body.items.map(({ name }: { name: string }) => name);
  const codes = (await api.get('/v2/fielddefinitions')).body.items.map(({ code }: { code: string }) => code);
  return { names, codes };
}

describe('tags and custom fields in the body of a request', () => {
  it.each(['booking', 'guest', 'owner', 'property', 'quote'] as const)(
    'are stored for a %s, and missing definitions are created',
    async (type) => {
      const account = await booking.anAccount();
      const { api, operator } = account;
      const property_id = await operator.property();
      const made = {
        booking: async () => (await api.post('/v2/bookings', { property_id, ...july, ...sent })).body.id as number,
        quote: async () => (await api.post('/v2/quotes', { property_id, ...july, ...sent })).body.id as number,
        guest: async () => (await api.post('/v2/guests', { first_name: 'Ida', ...sent })).body.id as number,
        owner: () => operator.owner(sent),
        property: () => operator.property(sent),
      };
      const id = await made[type]();
      expect(await annotationsOf(account, type, id)).toEqual(shown);
      expect(await definitionsOf(api)).toEqual({ names: ['Late', 'VIP'], codes: ['gate'] });
      const list = async (of: string) =>
        (await api.get(`/v2/${of}?entity_type=${type}&entity_id=${id}`)).body.items as Record<string, unknown>[];
      const definitions = (await api.get('/v2/tagdefinitions')).body.items as { id: number }[];
      expect((await list('tags')).map((tag) => tag.tag_definition_id)).toEqual(definitions.map((one) => one.id));
      expect(await list('fields')).toMatchObject([{ code: 'gate', name: 'gate', value: '12' }]);
    },
  );

  it('keep their ids when they are sent again in an update of the record', async () => {
    const { api } = await booking.anAccount();
    const { id } = (await api.post('/v2/guests', { first_name: 'Ida', ...sent })).body;
    const idsOf = async (of: string) =>
      (await api.get(`/v2/${of}?entity_type=guest&entity_id=${id}`)).body.items.map((item: { id: number }) => item.id);
    const before = { tags: await idsOf('tags'), fields: await idsOf('fields') };
    await api.patch(`/v2/guests/${id}`, { tags: ['vip', 'new'], fields: [{ code: 'gate', value: '34' }] });
    expect(await idsOf('fields')).toEqual(before.fields);
    expect((await idsOf('tags'))[0]).toBe(before.tags[1]);
    const { body } = await api.get(`/v2/guests/${id}?include_fields=true`);
    expect(body).toMatchObject({ tags: ['VIP', 'new'], fields: [{ code: 'gate', value: '34' }] });
  });

  it('add no definitions when the request is refused', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    await operator.booking({ property_id, ...july });
    expect((await api.post('/v2/bookings', { property_id, ...july, ...sent })).status).toBe(409);
    expect(await definitionsOf(api)).toEqual({ names: [], codes: [] });
  });

  it('are returned in the response for a test quote, but are not stored', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const counters = () => booking.connection.collection('id_counters').find().sort({ _id: 1 }).toArray();
    const before = await counters();
    const { body } = await api.post('/v2/quotes?include_fields=true', { property_id, ...july, ...sent, test: true });
    expect(body).toMatchObject(shown);
    expect(await definitionsOf(api)).toEqual({ names: [], codes: [] });
    expect(await counters()).toEqual(before);
  });

  it('add only one definition when concurrent requests send the same new name', async () => {
    const { api, userId } = await booking.anAccount();
    const made = Array.from({ length: 10 }, () => api.post('/v2/guests', { first_name: 'Ida', tags: ['VIP'] }));
    await Promise.all(made);
    const { items } = (await api.get('/v2/tagdefinitions')).body;
    expect(items).toHaveLength(1);
    const stored = await booking.connection.collection('guests').find({ user_id: userId }).toArray();
    const used = stored.map(({ tags }) =>
      (tags as { tag_definition_id: number }[]).map((tag) => tag.tag_definition_id),
    );
    expect(new Set(used.flat())).toEqual(new Set([items[0].id]));
  });

  it('are stored in a booking instead of those of its quote; fields that are not sent are copied from the quote', async () => {
    const account = await booking.anAccount();
    const { api, operator } = account;
    const property_id = await operator.property();
    const quote = await api.post('/v2/quotes', { property_id, ...july, tags: ['offer'], fields: sent.fields });
    const { id } = (await api.post('/v2/bookings', { quote_id: quote.body.id, tags: ['Late', 'VIP'] })).body;
    expect(await annotationsOf(account, 'booking', id)).toEqual({ tags: ['Late', 'VIP'], fields: sent.fields });
    expect(await annotationsOf(account, 'quote', quote.body.id)).toEqual({ tags: ['offer'], fields: sent.fields });
  });

  it.each([{ hold_dates: true }, { hold_dates: false }])(
    'are copied with new ids to the booking when a quote with the field %j is accepted',
    async (hold) => {
      const account = await booking.anAccount();
      const { api, operator, userId } = account;
      const property_id = await operator.property();
      const quote = await api.post('/v2/quotes', { property_id, ...july, ...sent, ...hold });
      const { id } = (await api.post('/v2/bookings', { quote_id: quote.body.id })).body;
      expect(await annotationsOf(account, 'booking', id)).toEqual(shown);
      for (const noun of ['tags', 'fields']) {
        const listed = async (type: string, entity_id: number) =>
          (await api.get(`/v2/${noun}?entity_type=${type}&entity_id=${entity_id}`)).body.items as { id: number }[];
        const [ofQuote, ofBooking] = [await listed('quote', quote.body.id), await listed('booking', id)];
        expect(ofBooking.map((one) => one.id % 10)).toEqual(ofQuote.map(() => 1));
        expect((await api.get(`/v2/${noun}/${ofBooking[0]!.id}`)).body).toMatchObject({ entity_type: 'booking' });
        expect((await api.delete(`/v2/${noun}/${ofBooking[0]!.id}`)).status).toBe(204);
        expect(await listed('quote', quote.body.id)).toEqual(ofQuote);
      }
      const accepted = (await booking.eventsOf(userId, 'booking', hold.hold_dates ? 2 : 1))[hold.hold_dates ? 1 : 0];
      expect(accepted).toMatchObject({ entity: { id, type: 'booking', ...shown } });
    },
  );

  it('are omitted from lists of guests and quotes by default; reads of a single record omit only the custom fields', async () => {
    const { api, operator } = await booking.anAccount();
    const guest = await api.post('/v2/guests', { first_name: 'Ida', ...sent });
    const property_id = await operator.property();
    const quote = await api.post('/v2/quotes', { property_id, ...july, ...sent });
    const partsOf = ({ tags, fields }: { tags?: unknown; fields?: unknown }) => [
      tags !== undefined,
      fields !== undefined,
    ];
    for (const [path, made] of [
      ['guests', guest],
      ['quotes', quote],
    ] as const) {
      expect(partsOf(made.body)).toEqual([true, false]);
      const one = `/v2/${path}/${made.body.id}`;
      expect(partsOf((await api.get(one)).body)).toEqual([true, false]);
      expect(partsOf((await api.get(`${one}?include_fields=true`)).body)).toEqual([true, true]);
      expect(partsOf((await api.get(`/v2/${path}`)).body.items[0])).toEqual([false, false]);
      const full = await api.get(`/v2/${path}?include_tags=true&include_fields=true`);
      expect(partsOf(full.body.items[0])).toEqual([true, true]);
    }
  });
});
