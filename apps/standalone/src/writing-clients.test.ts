import { until } from '@keyhaven/testing/until';
import { type Answered, dates, type PlatformForClients, startPlatformForClients } from './testing/platform-for-clients';
import { instant, listWith } from './testing/client-rows';

/** The tests send the write requests of typical clients of the API through the gateway. */

let platform: PlatformForClients;
beforeAll(async () => void (platform = await startPlatformForClients()), 120_000);
afterAll(() => platform.stop());

const quoted = { arrival: dates.later, departure: dates.latest };
describe('clients that write bookings', () => {
  it('can send ids as strings, block nights, change single fields, and cancel but not delete a block', async () => {
    const { call, ids } = platform;
    const body = { property_id: String(ids.property), arrival: dates.later, departure: dates.latest, is_block: true };
    const made = await call('/v2/bookings', { method: 'POST', body });
    expect([made.status, made.body]).toMatchObject([200, { type: 'block', property_id: ids.property }]);
    const target = `/v2/bookings/${made.body.id}`;
    const patch = async (change: object) => (await call(target, { method: 'PATCH', body: change })).body;
    expect(await patch({ notes: 'Painting', title: null })).toMatchObject({ notes: 'Painting' });
    expect(await patch({ cleaning_date: `${dates.latest}T10:00:00Z` })).toMatchObject({ cleaning_date: instant });
    expect(await patch({ cleaning_date: null })).toMatchObject({ cleaning_date: null });
    expect(await call(target, { method: 'DELETE' })).toMatchObject({
      status: 405,
      body: { status: 'method_not_allowed' },
    });
    expect(await patch({ status: 'Canceled' })).toMatchObject({ status: 'canceled', canceled_utc: instant });
  });
});

describe('clients that delete contact details and guests', () => {
  it('get a 204 without a body, and a 404 if they repeat the deletion', async () => {
    const { call } = platform;
    const body = {
      first_name: 'Eva',
      addresses: [{ city: 'Rome' }],
      email_addresses: [{ address: 'eva@example.com' }],
      phones: [{ number: '555 0199' }],
    };
    const guest = (await call('/v2/guests', { method: 'POST', body })).body;
    const details = ['addresses', 'email_addresses', 'phones'].map((list) => `/${list}/${guest[list][0].id}`);
    for (const detail of [...details, '']) {
      const remove = () => call(`/v2/guests/${guest.id}${detail}`, { method: 'DELETE' });
      expect([detail, (await remove()).status, (await remove()).status]).toEqual([detail, 204, 404]);
    }
  });
});

describe('clients that post messages', () => {
  it.each(['threadId', 'thread_id'])('can send the thread id as %s and as a string', async (name) => {
    const body = { [name]: String(platform.ids.thread), body: 'Yes, it is.' };
    const { status, body: posted } = await platform.call('/v2/messages', { method: 'POST', body });
    expect([status, posted]).toMatchObject([200, { thread_id: platform.ids.thread, from_role: 'owner' }]);
  });
});

describe('clients that create quotes', () => {
  it('get a 400 that names the rule that a stay breaks', async () => {
    const { call, ids } = platform;
    const body = { property_id: String(ids.property), arrival: dates.date, departure: dates.after, adults: 2 };
    const { status, body: refused } = await call('/v2/quotes', { method: 'POST', body });
    expect([status, refused.messages.join()]).toEqual([
      400,
      expect.stringContaining('A minimum of 3 nights is required'),
    ]);
  });
});

const setPrice = (rate: object, isBare: boolean) => async () => {
  const rates = [
    { property_id: String(platform.ids.property), currency: 'USD', date: `${dates.date}T00:00:00.000Z`, ...rate },
  ];
  return platform.call('/v2/spotrates', { method: 'PATCH', body: isBare ? rates : { rates } });
};
describe('clients that set prices', () => {
  it.each([
    ['a bare array', setPrice({ amount: 250, min_nights: 2, is_arrival_disallowed: true }, true), { amount: 250 }],
    ['rates in an object', setPrice({ amount: 260 }, false), { amount: 260, min_nights: 2 }],
    ['a null amount, which removes the price', setPrice({ amount: null }, true), { amount: null }],
  ])('can send %s', async (_how, set, expected) => {
    const { status, body } = await set();
    const rate = { property_id: platform.ids.property, date: dates.date, ...expected };
    expect([status, body]).toMatchObject([200, { items: [rate], count: 1 }]);
  });
});

describe('clients that subscribe to webhooks', () => {
  it('get the categories of all types in one object', async () => {
    const { body } = await platform.call('/v2/webhooksubscriptions/categories');
    expect(body).toMatchObject({ Booking: expect.any(Array), Contact: [], Property: ['photos'], Owner: [] });
    expect(body.items).toBeUndefined();
  });

  it('can subscribe with enum values in CamelCase, receive a change, and unsubscribe', async () => {
    const { call, receiver, deliveries, ids } = platform;
    const body = { type: 'Guest', action: 'EntityUpdate', webhook_url: receiver };
    const made = await call('/v2/webhooksubscriptions', { method: 'POST', body });
    const record = { type: 'guest', action: 'entity_update', category: null, webhook_url: receiver };
    expect([made.status, made.body]).toMatchObject([200, record]);
    const target = `/v2/webhooksubscriptions/${made.body.id}`;
    expect((await call(target)).body).toMatchObject(record);
    expect((await call('/v2/webhooksubscriptions/')).body).toMatchObject(listWith({ id: made.body.id }));
    await call(`/v2/guests/${ids.guest}`, { method: 'PATCH', body: { notes: 'Allergic to nuts' } });
    await until(() => Promise.resolve(deliveries.length > 0));
    expect(deliveries[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: expect.any(Number),
      action: 'entity_update',
      entity_type: 'guest',
      entity_id: ids.guest,
      categories: ['other'],
      entity: { notes: 'Allergic to nuts' },
      path: '/hook?secret=s3',
    });
    const removed = await call(target, { method: 'DELETE' });
    expect([removed.status, removed.text, (await call(target)).status]).toEqual([204, '', 404]);
  });
});

describe('clients for version 1 of the API that write quotes', () => {
  it.each(['/v1/quotes', '/api/quotes'])('can preview, create, change and delete quotes at %s', async (base) => {
    const { call, ids } = platform;
    const body = { propertyId: ids.property, ...quoted, adults: 2, children: 1, guestId: ids.guest };
    const send = (method: string, target: string, sent?: object): Promise<Answered> =>
      call(target, { method, body: sent });
    expect((await send('TEST', `${base}?addCharges=true`, body)).body).toMatchObject({ id: null, ...quoted });
    const made = await send('POST', `${base}?addCharges=true&createHoldBlock=true`, body);
    expect([made.status, made.body]).toMatchObject([200, { propertyId: ids.property, holdDates: true }]);
    const target = `${base}/${made.body.id}`;
    expect((await send('PUT', target, { adults: 1 })).body).toMatchObject({ adults: 1, children: 1 });
    expect((await send('DELETE', target)).status).toBe(204);
  });
});

const entities = ['booking', 'guest', 'property', 'quote', 'owner'];
const plurals: Record<string, string> = { property: 'properties' };
/** Reads a record together with its tags and custom fields. */
async function readBack(type: string): Promise<any> {
  const target = `/v2/${plurals[type] ?? `${type}s`}/${platform.ids[type]}?include_tags=true&include_fields=true`;
  return (await platform.call(target)).body;
}

describe('clients that tag records', () => {
  it.each(entities)('can tag a %s with a new name, read its tags, and remove them', async (type) => {
    const { call, ids } = platform;
    const body = { name: `VIP ${type}`, entity_type: type, entity_id: String(ids[type]) };
    const made = await call('/v2/tags', { method: 'POST', body });
    const tag = { id: expect.any(Number), ...body, entity_id: ids[type], tag_definition_id: expect.any(Number) };
    expect([made.status, made.body]).toEqual([200, tag]);
    const { id, tag_definition_id } = made.body;
    const list = `/v2/tags?entity_type=${type.toUpperCase()}&entity_id=${ids[type]}`;
    expect([(await call(list)).body, (await call(`/v2/tags/${id}`)).body]).toMatchObject([listWith(made.body), tag]);
    expect((await call('/v2/tagdefinitions')).body).toMatchObject(listWith({ id: tag_definition_id, name: body.name }));
    expect((await readBack(type)).tags).toContain(body.name);
    expect((await call(`/v2/tags/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await call(list)).body.items).not.toContainEqual(made.body);
    expect((await readBack(type)).tags).not.toContain(body.name);
  });

  it('receive a webhook when a record is tagged', async () => {
    const { call, receiver, deliveries, ids } = platform;
    const wanted = { type: 'guest', action: 'entity_update', webhook_url: receiver };
    const subscription = (await call('/v2/webhooksubscriptions', { method: 'POST', body: wanted })).body;
    const body = { name: 'Webhook', entity_type: 'guest', entity_id: ids.guest };
    const { body: tag } = await call('/v2/tags', { method: 'POST', body });
    const delivered = () => deliveries.find(({ entity }) => entity.tags?.includes('Webhook'));
    await until(() => Promise.resolve(delivered() !== undefined));
    const event = { entity_type: 'guest', entity_id: ids.guest, action: 'entity_update', categories: ['other'] };
    expect(delivered()).toMatchObject(event);
    for (const target of [`/v2/tags/${tag.id}`, `/v2/webhooksubscriptions/${subscription.id}`]) {
      expect((await call(target, { method: 'DELETE' })).status).toBe(204);
    }
  });

  it('can rename and delete tag definitions', async () => {
    const { call } = platform;
    const made = await call('/v2/tagdefinitions', { method: 'POST', body: { name: 'Loud' } });
    const target = `/v2/tagdefinitions/${made.body.id}`;
    expect((await call(target, { method: 'PATCH', body: { name: 'Quiet' } })).body).toMatchObject({ name: 'Quiet' });
    expect((await call(target, { method: 'DELETE' })).status).toBe(204);
  });
});

describe('clients that use custom fields', () => {
  it.each(entities)('can set, read, change and remove a field of a %s by the id of the field', async (type) => {
    const { call, ids } = platform;
    const definition = { name: `Key of ${type}`, code: `key_of_${type}`, type: 'text' };
    const { status, body: defined } = await call('/v2/fielddefinitions', { method: 'POST', body: definition });
    expect([status, defined]).toMatchObject([200, { code: definition.code, full_code: expect.any(String) }]);
    expect((await call('/v2/fielddefinitions?limit=100')).body).toMatchObject(listWith({ id: defined.id }));
    const list = `/v2/fields?entity_type=${type}&entity_id=${ids[type]}`;
    expect((await call(list)).body.items).toEqual([]);
    const body = { entity_type: type, entity_id: ids[type], field_definition_id: String(defined.id), value: '12' };
    const { body: field } = await call('/v2/fields', { method: 'POST', body });
    const shown = { entity_type: type, entity_id: ids[type], field_definition_id: defined.id };
    expect(field).toMatchObject({ ...shown, value: '12' });
    const target = `/v2/fields/${field.id}`;
    expect((await call(target, { method: 'PATCH', body: { value: '13' } })).body).toMatchObject({ value: '13' });
    expect([(await call(list)).body, (await call(target)).body]).toMatchObject([listWith(shown), { value: '13' }]);
    expect((await readBack(type)).fields).toEqual([{ code: definition.code, value: '13' }]);
    expect((await call(target, { method: 'DELETE' })).status).toBe(204);
    expect((await readBack(type)).fields).toEqual([]);
    const described = `/v2/fielddefinitions/${defined.id}`;
    expect((await call(described, { method: 'PATCH', body: { name: 'Code' } })).body).toMatchObject({ name: 'Code' });
    expect((await call(described, { method: 'DELETE' })).status).toBe(204);
  });

  it.each(entities)(
    'can set, change and remove a field of a %s by the code of the field, which may contain spaces',
    async (type) => {
      const { call, ids } = platform;
      const target = `/v2/fields/${type}/${ids[type]}/Door%20code`;
      const made = await call(target, { method: 'POST', body: { value: 12 } });
      const record = { entity_type: type, entity_id: ids[type], code: 'Door code', value: '12' };
      expect([made.status, made.body]).toMatchObject([200, record]);
      expect((await call(target, { method: 'PATCH', body: { value: '13' } })).body).toEqual({
        ...made.body,
        value: '13',
      });
      expect((await readBack(type)).fields).toEqual([{ code: 'Door code', value: '13' }]);
      const removed = [await call(target, { method: 'DELETE' }), await call(target, { method: 'DELETE' })];
      expect(removed.map(({ status }) => status)).toEqual([204, 404]);
    },
  );
});
