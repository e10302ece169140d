import { versionIn } from '@keyhaven/testing/version-in';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const ada = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email_addresses: [
    { address: 'ada@example.com' },
    { address: 'countess@example.com', is_default: true, type: 'work' },
  ],
  phones: [{ number: '+44 1632 960123', extension: '5' }],
  addresses: [{ city: 'London', country: 'GB' }],
};

describe('guests', () => {
  it('are created with contact details that have ids and one default in each list', async () => {
    const { api, userId } = await booking.anAccount();
    const { status, body } = await api.post('/v2/guests', ada);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      notes: null,
      email_addresses: [
        { address: 'ada@example.com', is_default: false, type: null },
        { address: 'countess@example.com', is_default: true, type: 'work' },
      ],
      phones: [{ number: '+44 1632 960123', extension: '5', is_default: true }],
      addresses: [{ city: 'London', country: 'GB', street1: null, is_default: true }],
    });
    expect((await api.get(`/v2/guests/${body.id}`)).body).toEqual(body);
    const [event] = await booking.eventsOf(userId, 'guest', 1);
    expect(event).toMatchObject({ action: 'entity_create', entity_id: body.id, entity: body, categories: ['other'] });
  });

  it('keep the ids of unchanged contact details', async () => {
    const { api } = await booking.anAccount();
    const made = (await api.post('/v2/guests', ada)).body;
    const email_addresses = [{ address: 'new@example.com' }, { address: 'ada@example.com' }];
    const { body } = await api.patch(`/v2/guests/${made.id}`, { email_addresses, notes: 'VIP' });
    expect(body.email_addresses[1].id).toBe(made.email_addresses[0].id);
    expect(made.email_addresses.map(({ id }: { id: number }) => id)).not.toContain(body.email_addresses[0].id);
    expect(body).toMatchObject({ notes: 'VIP', phones: made.phones, first_name: 'Ada' });
  });

  it('are not merged when they have the same e-mail address', async () => {
    const { api } = await booking.anAccount();
    const ids = [(await api.post('/v2/guests', ada)).body.id, (await api.post('/v2/guests', ada)).body.id];
    expect(new Set(ids).size).toBe(2);
  });

  it.each([
    ['ada', true],
    ['LOVE', true],
    ['ada lovelace', true],
    ['lovelace ad', true],
    ['countess@', true],
    ['+44 1632 960', true],
    ['441632960123', true],
    ['lace', false],
    ['ada byron', false],
    ['%', false],
    ['.*', false],
  ])(
    'are found by the beginnings of names, e-mail addresses and telephone numbers (q=%s finds Ada: %s)',
    async (q, found) => {
      const { api } = await booking.anAccount();
      await api.post('/v2/guests', ada);
      await api.post('/v2/guests', { first_name: 'Grace', last_name: 'Hopper' });
      const { body } = await api.get(`/v2/guests?q=${encodeURIComponent(q)}`);
      expect(body.items.map(({ first_name }: { first_name: string }) => first_name)).toEqual(found ? ['Ada'] : []);
    },
  );

  it.each([
    ['高𣘺', '高', 'a character outside the Basic Multilingual Plane follows'],
    ['ΠΑΠΑΣ', 'παπας', 'a Greek word ends with a sigma'],
    ['Παπασταθης', 'ΠΑΠΑΣ', 'letters follow a sigma'],
    ['René', 'Rene\u0301', 'the query contains an accent as a separate character'],
    ['İbrahim', 'ibrahim', 'the name has a capital İ'],
    ['Groß', 'GROSS', 'the name has an ß'],
  ])('are found by names with special characters: %s by %s (%s)', async (last_name, q) => {
    const { api } = await booking.anAccount();
    await api.post('/v2/guests', { first_name: 'Jun', last_name });
    expect((await api.get(`/v2/guests?q=${encodeURIComponent(q)}`)).body.count).toBe(1);
  });

  it('are found by an e-mail address with an accent as a separate character', async () => {
    const { api } = await booking.anAccount();
    const address = 'rene\u0301@example.com';
    await api.post('/v2/guests', { first_name: 'Jun', email_addresses: [{ type: 'home', address }] });
    expect((await api.get(`/v2/guests?q=${encodeURIComponent(address)}`)).body.count).toBe(1);
  });

  it.each([
    ['24/7', { first_name: '24/7', last_name: 'Rentals' }],
    ['12.34', { first_name: 'Jun', email_addresses: [{ type: 'home', address: '12.34@example.com' }] }],
    ['(01632) 960', { first_name: 'Jun', phones: [{ type: 'home', number: '01632-960123' }] }],
    ['050‑123', { first_name: 'Jun', phones: [{ type: 'home', number: '\u202a٠٥٠ ١٢٣ ٤٥٦٧\u202c' }] }],
  ])(
    'are found by digits and punctuation in names, e-mail addresses and telephone numbers (q=%s)',
    async (q, guest) => {
      const { api } = await booking.anAccount();
      await api.post('/v2/guests', ada);
      const { body } = await api.post('/v2/guests', guest);
      const found = await api.get(`/v2/guests?q=${encodeURIComponent(q)}`);
      expect(found.body.items.map(({ id }: { id: number }) => id)).toEqual([body.id]);
    },
  );

  it.each(['', ' ', '.', '()', ', ;', '+-'])('are not found if q contains no search term: "%s"', async (q) => {
    const { api } = await booking.anAccount();
    await api.post('/v2/guests', ada);
    expect(await api.get(`/v2/guests?q=${encodeURIComponent(q)}`)).toMatchObject({
      status: 200,
      body: { items: [], count: 0, next_page_url: null },
    });
  });

  it('have their version in the ETag of each response; a repeated creation returns version 1', async () => {
    const { api } = await booking.anAccount();
    const key = { headers: { 'idempotency-key': 'ada' } };
    const made = await api.post('/v2/guests', ada, key);
    const path = `/v2/guests/${made.body.id}`;
    const patched = await api.patch(path, { notes: 'VIP' }, { headers: { 'if-match': made.headers.get('etag')! } });
    const repeated = await api.post('/v2/guests', ada, key);
    const answers = [made, patched, await api.get(path), repeated];
    expect(answers.map(({ headers }) => versionIn(headers))).toEqual([1, 2, 2, 1]);
    expect(repeated.body).toEqual(made.body);
  });

  it('change only if If-Match is absent or contains their current version', async () => {
    const { api } = await booking.anAccount();
    const { id } = (await api.post('/v2/guests', ada)).body as { id: number };
    const patch = async (header: string) =>
      (await api.patch(`/v2/guests/${id}`, { notes: header }, { headers: { 'if-match': header } })).status;
    for (const header of ['"2"', 'W/"1"', '"other"', '"2", "x"']) expect(await patch(header)).toBe(412);
    expect(await patch('nonsense')).toBe(400);
    expect([await patch('"x", "1"'), await patch('*')]).toEqual([200, 200]);
  });

  it('are filtered by created_since_utc and since_utc', async () => {
    const { api } = await booking.anAccount();
    await api.post('/v2/guests', ada);
    const count = async (query: string) => (await api.get(`/v2/guests?${query}`)).body.count as number;
    expect(await count('created_since_utc=2020-01-01')).toBe(1);
    expect(await count('created_since_utc=2190-01-01')).toBe(0);
    expect(await count('since_utc=2020-01-01')).toBe(1);
    expect(await count('since_utc=2190-01-01')).toBe(0);
  });

  it.each([
    [{}, 'expected a first_name, a last_name, or both'],
    [
      { first_name: 'A', email_addresses: [{ address: 'none' }] },
      'email_addresses.0.address: "none" is not accepted; expected an e-mail address',
    ],
    [{ first_name: 'A', phones: Array.from({ length: 21 }, () => ({ number: '1' })) }, 'phones'],
    [{ first_name: 'A'.repeat(201) }, 'expected at most 200 characters'],
    [{ first_name: 'A\u0000' }, 'expected a text without control characters'],
  ])('are refused with the body %j', async (body, message) => {
    const { api } = await booking.anAccount();
    const answer = await api.post('/v2/guests', body);
    expect([answer.status, answer.body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
  });

  it('do not change when they are sent back as they were returned', async () => {
    const { api } = await booking.anAccount();
    const made = (await api.post('/v2/guests', ada)).body;
    const { status, body, headers } = await api.patch(`/v2/guests/${made.id}`, made);
    expect([status, body, versionIn(headers)]).toEqual([200, made, 1]);
  });

  it('are refused if a server-set field in the request differs from the stored value', async () => {
    const { api } = await booking.anAccount();
    const refused = await api.post('/v2/guests', { ...ada, id: 999 });
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      ['id: 999 is not accepted; ids are assigned by the server'],
    ]);
    const { id } = (await api.post('/v2/guests', ada)).body as { id: number };
    const changed = await api.patch(`/v2/guests/${id}`, { id: 999, updated_utc: '2020-01-01T00:00:00Z' });
    expect([changed.status, changed.body.messages]).toEqual([
      400,
      [
        'id: 999 is not accepted; ids are assigned by the server',
        'updated_utc: "2020-01-01T00:00:00Z" is not accepted; it is set with each change',
      ],
    ]);
    expect((await api.get('/v2/guests')).body.count).toBe(1);
  });

  it('cannot be written with ids of contact details that the guest does not have', async () => {
    const { api } = await booking.anAccount();
    const { body: guest } = await api.post('/v2/guests', ada);
    const [phone] = guest.phones;
    const changed = await api.patch(`/v2/guests/${guest.id}`, { phones: [{ ...phone, number: '+44 1632 960124' }] });
    expect(changed.status).toBe(200);
    const refused = await api.patch(`/v2/guests/${guest.id}`, { phones: [{ ...phone, id: 999_999_999 }] });
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      ['phones.id: 999999999 is not accepted; ids are assigned by the server'],
    ]);
    expect((await api.post('/v2/guests', { ...ada, phones: [phone] })).status).toBe(400);
  });

  it('always need a first or a last name', async () => {
    const { api } = await booking.anAccount();
    const { id } = (await api.post('/v2/guests', { first_name: 'Ada' })).body as { id: number };
    expect((await api.patch(`/v2/guests/${id}`, { first_name: '' })).status).toBe(400);
  });

  it('are found by another service only if it sends the id of their account', async () => {
    const [mine, theirs] = [await booking.anAccount(), await booking.anAccount()];
    const { body } = await mine.api.post('/v2/guests', ada);
    const found = (user_id: number, guest_id: number) =>
      booking.asOperator().post('/internal/guests/find', { user_id, guest_id });
    expect((await found(mine.userId, body.id)).body).toEqual({ outcome: 'found' });
    expect((await found(theirs.userId, body.id)).body).toEqual({ outcome: 'unknown' });
  });

  it('can be read but not written with a token of scope read', async () => {
    const { userId } = await booking.anAccount();
    const reader = booking.asAccount(userId, { scope: 'read' });
    expect((await reader.get('/v2/guests')).status).toBe(200);
    expect(await reader.post('/v2/guests', ada)).toMatchObject({ status: 403, body: { status: 'forbidden' } });
  });
});
