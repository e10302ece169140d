import { MAX_FIELDS_BYTES } from '@keyhaven/contracts/booking/custom-fields';
import { anAccountWithAnEntityOfEach, annotatedEntities, annotationsOf } from '../testing/annotated-entities';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => void (booking = await startBookingUnderTest()));
afterAll(() => booking.stop());

const anAccountWithEntities = () => anAccountWithAnEntityOfEach(booking);

describe('custom fields', () => {
  it.each(annotatedEntities)('are set, listed, read, changed, returned and deleted for a %s', async (entity_type) => {
    const account = await anAccountWithEntities();
    const { api, ids, userId } = account;
    const entity_id = ids[entity_type];
    const { body: definition } = await api.post('/v2/fielddefinitions', { name: 'Gate code', code: 'gate' });
    const sent = { entity_type, entity_id, field_definition_id: definition.id };
    const made = await api.post('/v2/fields', { ...sent, value: '12' });
    const record = { ...sent, value: '12', code: 'gate', name: 'Gate code' };
    expect(made.body).toEqual({ id: expect.any(Number), ...record });
    const list = (await api.get(`/v2/fields?entity_type=${entity_type}&entity_id=${entity_id}`)).body;
    expect(list).toMatchObject({ items: [made.body], count: 1, next_page_url: null });
    const path = `/v2/fields/${made.body.id}`;
    expect((await api.get(path)).body).toEqual(made.body);
    expect((await api.patch(path, { value: 34 })).body).toEqual({ ...made.body, value: '34' });
    expect(await annotationsOf(account, entity_type, entity_id)).toEqual({
      tags: [],
      fields: [{ code: 'gate', value: '34' }],
    });
    const events = await booking.eventsOf(userId, entity_type, 3);
    expect(events.at(-1)).toMatchObject({ version: 3, entity: { fields: [{ code: 'gate', value: '34' }] } });
    expect((await api.delete(path)).status).toBe(204);
    expect((await api.get(path)).status).toBe(404);
    expect((await api.patch(path, { value: '1' })).body.messages).toEqual(['a field with this id does not exist']);
    expect(await annotationsOf(account, entity_type, entity_id)).toEqual({ tags: [], fields: [] });
  });

  it('are set, changed and deleted by record and code, and setting a field with a new code creates its definition', async () => {
    const { api, ids } = await anAccountWithEntities();
    const path = `/v2/fields/Booking/${ids.booking}/${encodeURIComponent('gate code')}`;
    expect((await api.patch(path, { value: 'x' })).status).toBe(404);
    const made = await api.post(path, { value: true });
    expect(made.body).toMatchObject({ code: 'gate code', name: 'gate code', value: 'true', entity_type: 'booking' });
    expect((await api.post(path, { value: 'again' })).body).toEqual({ ...made.body, value: 'again' });
    expect((await api.patch(path, { value: 'later' })).body).toEqual({ ...made.body, value: 'later' });
    expect((await api.delete(path)).status).toBe(204);
    expect((await api.delete(path)).status).toBe(404);
    const [definition] = (await api.get('/v2/fielddefinitions')).body.items;
    expect(definition).toMatchObject({ id: made.body.field_definition_id, code: 'gate code', type: 'text' });
  });

  it('are stored as texts if a record is written with numbers and booleans', async () => {
    const account = await anAccountWithEntities();
    const fields = [
      { code: 'floor', value: 3 },
      { code: 'share', value: 1e-7 },
      { code: 'lift', value: true },
    ];
    const { body: made } = await account.api.post('/v2/guests', { first_name: 'Ada', fields });
    expect((await annotationsOf(account, 'guest', made.id)).fields).toEqual([
      { code: 'floor', value: '3' },
      { code: 'share', value: '0.0000001' },
      { code: 'lift', value: 'true' },
    ]);
  });

  it.each([
    ['number', '12.5', 'twelve'],
    ['date', '2030-02-28', '2030-02-30'],
    ['boolean', 'true', 'yes'],
    ['number', '-3', '1e3'],
    ['url', 'https://example.com/a', 'example.com'],
  ])('of type %s accept %s and an empty text, and are refused with %s by every route', async (type, good, bad) => {
    const { api, ids } = await anAccountWithEntities();
    const { id } = (await api.post('/v2/fielddefinitions', { name: 'A', code: 'a', type })).body;
    const sent = { entity_type: 'guest', entity_id: ids.guest, field_definition_id: id };
    const made = await api.post('/v2/fields', { ...sent, value: good });
    expect([made.status, made.body.value]).toEqual([200, good]);
    expect((await api.patch(`/v2/fields/${made.body.id}`, { value: '' })).body.value).toBe('');
    for (const refused of [
      await api.post('/v2/fields', { ...sent, value: bad }),
      await api.patch(`/v2/fields/${made.body.id}`, { value: bad }),
      await api.post(`/v2/fields/guest/${ids.guest}/a`, { value: bad }),
      await api.patch(`/v2/guests/${ids.guest}`, { fields: [{ code: 'a', value: bad }] }),
      await api.patch(`/v2/bookings/${ids.booking}`, { fields: [{ code: 'a', value: bad }] }),
    ]) {
      expect([refused.status, refused.body.messages[0]]).toEqual([400, expect.stringContaining(`"${bad}"`)]);
    }
    expect((await api.get(`/v2/fields/${made.body.id}`)).body.value).toBe('');
  });

  it.each([
    ["the text 'True' for a boolean", 'boolean', 'True', 'true'],
    ['a small number', 'number', 1.5e-7, '0.00000015'],
    ['a large number', 'number', -1.25e21, '-1250000000000000000000'],
    ['a boolean', 'boolean', false, 'false'],
  ])('store %s as the standard text of their type', async (_case, type, value, stored) => {
    const { api, ids } = await anAccountWithEntities();
    await api.post('/v2/fielddefinitions', { name: 'A', code: 'a', type });
    const made = await api.post(`/v2/fields/guest/${ids.guest}/a`, { value });
    expect([made.status, made.body.value]).toEqual([200, stored]);
    if (typeof value !== 'string') return;
    const { body } = await api.patch(`/v2/guests/${ids.guest}?include_fields=true`, { fields: [{ code: 'a', value }] });
    expect(body.fields).toEqual([{ code: 'a', value: stored }]);
  });

  it('become an empty text when a PATCH contains null', async () => {
    const { api, ids } = await anAccountWithEntities();
    const byCode = `/v2/fields/guest/${ids.guest}/gate`;
    const { body } = await api.post(byCode, { value: '12' });
    expect((await api.patch(`/v2/fields/${body.id}`, { value: null })).body).toEqual({ ...body, value: '' });
    await api.post(byCode, { value: '34' });
    expect((await api.patch(byCode, { value: null })).body).toEqual({ ...body, value: '' });
    expect((await api.post(byCode, { value: null })).status).toBe(400);
  });

  it.each(['a/b', 'a\\b', '50%', 'a;b', 'a?', '#1', '.', '..', 'a\tb'])(
    'are refused by every route if their code is %j, because a URL path cannot contain it',
    async (code) => {
      const { api, ids } = await anAccountWithEntities();
      for (const refused of [
        await api.post('/v2/fielddefinitions', { name: 'A', code }),
        await api.post('/v2/fields', { entity_type: 'guest', entity_id: ids.guest, code, value: '1' }),
        await api.patch(`/v2/guests/${ids.guest}`, { fields: [{ code, value: '1' }] }),
        await api.patch(`/v2/bookings/${ids.booking}`, { fields: [{ code, value: '1' }] }),
      ]) {
        expect([refused.status, refused.body.messages]).toEqual([400, [expect.stringMatching(/code: .* in a path/)]]);
      }
      expect((await api.get('/v2/fielddefinitions')).body.items).toEqual([]);
    },
  );

  it('get a code that is valid in a URL path even if their name has no letters', async () => {
    const { api } = await booking.anAccount();
    expect((await api.post('/v2/fielddefinitions', { name: '50 %' })).body.code).toBe('50');
    expect((await api.post('/v2/fielddefinitions', { name: '#/%' })).body.code).toBe('field');
  });

  it('are refused when the values of one record exceed 256 kB', async () => {
    const { api, ids } = await anAccountWithEntities();
    const sent = { entity_type: 'guest', entity_id: ids.guest };
    const half = 'x'.repeat(MAX_FIELDS_BYTES / 2);
    expect((await api.post('/v2/fields', { ...sent, code: 'a', value: half })).status).toBe(200);
    const made = await api.post('/v2/fields', { ...sent, code: 'b', value: half });
    expect(made.status).toBe(200);
    expect((await api.post('/v2/fields', { ...sent, code: 'c', value: 'x' })).status).toBe(400);
    expect((await api.patch(`/v2/fields/${made.body.id}`, { value: `${half}x` })).status).toBe(400);
    expect((await api.get('/v2/fielddefinitions')).body.count).toBe(2);
  });

  it.each([
    ['an unknown definition', { field_definition_id: 999_999, code: undefined }, 400, /^field_definition_id: .*999999/],
    ['a missing definition and code', { code: undefined }, 400, /^field_definition_id: /],
    ['a missing value', { value: undefined }, 400, /^value: /],
    ['an id that does not exist', { entity_id: 999_999_999 }, 404, /^a property with this id/],
  ])('are refused for %s, and no definition is created', async (_case, fault, status, message) => {
    const { api, ids } = await anAccountWithEntities();
    const sent = { entity_type: 'property', entity_id: ids.property, code: 'gate', value: '1', ...fault };
    const answer = await api.post('/v2/fields', sent);
    expect([answer.status, answer.body.messages[0]]).toEqual([status, expect.stringMatching(message)]);
    expect((await api.get('/v2/fielddefinitions')).body.items).toEqual([]);
  });

  it('cannot be read, written or deleted by another account, which gets a 404', async () => {
    const { api, ids } = await anAccountWithEntities();
    const sent = { entity_type: 'property', entity_id: ids.property, code: 'gate', value: '1' };
    const { body } = await api.post('/v2/fields', sent);
    const stranger = (await booking.anAccount()).api;
    const byCode = `/v2/fields/property/${ids.property}/gate`;
    const answers = [
      await stranger.get(`/v2/fields/${body.id}`),
      await stranger.patch(`/v2/fields/${body.id}`, { value: '2' }),
      await stranger.delete(`/v2/fields/${body.id}`),
      await stranger.post('/v2/fields', sent),
      await stranger.post(byCode, { value: '2' }),
      await stranger.patch(byCode, { value: '2' }),
      await stranger.delete(byCode),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect((await api.get(`/v2/fields/${body.id}`)).body.value).toBe('1');
  });
});
