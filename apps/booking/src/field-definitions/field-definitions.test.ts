import { annotatedEntities, annotationsOf, anEntityOfEach } from '../testing/annotated-entities';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

describe('field definitions', () => {
  it('are created, read, listed, changed and deleted', async () => {
    const { api } = await booking.anAccount();
    const sent = { name: 'Gate code', code: 'gate', description: 'At the street', type: 'Number' };
    const made = await api.post('/v2/fielddefinitions', sent);
    expect(made.body).toMatchObject({ ...sent, type: 'number', full_code: 'fields.gate' });
    const path = `/v2/fielddefinitions/${made.body.id}`;
    expect((await api.get(path)).body).toEqual(made.body);
    const changed = await api.patch(path, { name: 'Gate', description: null, code: 'gate', type: 'number' });
    expect(changed.body).toMatchObject({ name: 'Gate', description: null, code: 'gate' });
    expect((await api.get('/v2/fielddefinitions?limit=1')).body).toMatchObject({ count: 1, items: [{ name: 'Gate' }] });
    expect((await api.delete(path)).status).toBe(204);
    expect((await api.get(path)).status).toBe(404);
    expect((await api.get('/v2/fielddefinitions')).body.items).toEqual([]);
  });

  it('have by default the type text and a code derived from the name', async () => {
    const { api } = await booking.anAccount();
    const { body } = await api.post('/v2/fielddefinitions', { name: 'Wi-Fi password' });
    expect(body).toMatchObject({ code: 'wi_fi_password', type: 'text', description: null });
  });

  it.each([
    ['vowel signs', 'दिन ที่', 'दिन_ที่'],
    ['separate accents', 'Ge\u0301ne\u0301', 'géné'],
    ['rare characters', `a${'𝒜'.repeat(99)}`, `a${'𝒜'.repeat(99)}`],
    ['only an emoji', '❤️', 'field'],
  ])('have by default a readable code if the name contains %s', async (_what, name, code) => {
    const { api } = await booking.anAccount();
    expect((await api.post('/v2/fielddefinitions', { name })).body).toMatchObject({ name, code });
  });

  it('have a code that is unique in the account', async () => {
    const { api } = await booking.anAccount();
    const { id } = (await api.post('/v2/fielddefinitions', { name: 'Gate', code: 'gate' })).body;
    const refused = await api.post('/v2/fielddefinitions', { name: 'Other', code: 'gate' });
    expect([refused.status, refused.body.messages[0]]).toEqual([409, expect.stringContaining(`${id}`)]);
    const neighbour = await booking.anAccount();
    expect((await neighbour.api.post('/v2/fielddefinitions', { name: 'Gate', code: 'gate' })).status).toBe(200);
    expect((await neighbour.api.patch(`/v2/fielddefinitions/${id}`, { name: 'Mine' })).status).toBe(404);
  });

  it.each([
    ['code', 'door', 'code: "door" is not accepted; the code of a field never changes'],
    ['type', 'url', 'type: "url" is not accepted; the type of a field never changes'],
  ])('do not allow changes of their %s', async (field, value, message) => {
    const { api } = await booking.anAccount();
    const { id } = (await api.post('/v2/fielddefinitions', { name: 'Gate', code: 'gate' })).body;
    const refused = await api.patch(`/v2/fielddefinitions/${id}`, { [field]: value });
    expect([refused.status, refused.body.messages]).toEqual([400, [message]]);
  });

  it.each(annotatedEntities)(
    'are deleted together with their values on a %s, and the changed record is published',
    async (type) => {
      const account = await booking.anAccount();
      const { api, userId } = account;
      const ids = await anEntityOfEach(account);
      const body = { entity_type: type, entity_id: ids[type], code: 'gate', value: '12' };
      const { field_definition_id: id } = (await api.post('/v2/fields', body)).body;
      expect(await annotationsOf(account, type, ids[type])).toMatchObject({ fields: [{ code: 'gate', value: '12' }] });
      expect((await api.delete(`/v2/fielddefinitions/${id}`)).status).toBe(204);
      expect(await annotationsOf(account, type, ids[type])).toEqual({ tags: [], fields: [] });
      expect((await booking.eventsOf(userId, type, 3)).at(-1)).toMatchObject({ entity: { fields: [] } });
    },
  );
});
