import { versionIn } from '@keyhaven/testing/version-in';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const july = { arrival: '2026-07-01', departure: '2026-07-04' };

async function aBooking(account: TestAccount, body: Record<string, unknown> = {}): Promise<Record<string, any>> {
  const property_id = body.property_id ?? (await account.operator.property());
  const answer = await account.api.post('/v2/bookings', { property_id, ...july, adults: 2, ...body });
  expect(answer.status).toBe(200);
  return answer.body as Record<string, any>;
}

describe('PATCH v2/bookings/{id}', () => {
  it('changes only what is sent', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account, { notes: 'first' });
    const { body, status } = await account.api.patch(`/v2/bookings/${made.id}`, {
      title: 'Honeymoon',
      check_in: '18:30',
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, title: 'Honeymoon', check_in: '18:30', updated_utc: body.updated_utc });
  });

  it('moves the nights in one write: the old ones are free, the new ones are taken', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const { property_id } = made;
    const moved = await account.api.patch(`/v2/bookings/${made.id}`, {
      arrival: '2026-07-03',
      departure: '2026-07-06',
    });
    expect([moved.status, moved.body.arrival, moved.body.departure]).toEqual([200, '2026-07-03', '2026-07-06']);
    expect(
      (await account.api.post('/v2/bookings', { property_id, arrival: '2026-07-01', departure: '2026-07-03' })).status,
    ).toBe(200);
    const again = await account.api.post('/v2/bookings', {
      property_id,
      arrival: '2026-07-05',
      departure: '2026-07-06',
    });
    expect(again.status).toBe(409);
  });

  it('refuses dates that another booking holds, names only those nights, and changes nothing', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    await aBooking(account, { property_id: made.property_id, arrival: '2026-07-05', departure: '2026-07-07' });
    const refused = await account.api.patch(`/v2/bookings/${made.id}`, { departure: '2026-07-06', title: 'Longer' });
    expect(refused.status).toBe(409);
    expect(refused.body.messages).toEqual([`nights at property ${made.property_id} are taken: 2026-07-05`]);
    expect((await account.api.get(`/v2/bookings/${made.id}`)).body).toEqual(made);
  });

  it('frees the nights of a canceled booking, and sets canceled_utc', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const { body } = await account.api.patch(`/v2/bookings/${made.id}`, { status: 'Canceled' });
    expect(body).toMatchObject({ status: 'canceled', canceled_utc: body.updated_utc, total_owed: 0 });
    await aBooking(account, { property_id: made.property_id });
    const revived = await account.api.patch(`/v2/bookings/${made.id}`, { status: 'active' });
    expect(revived.status).toBe(409);
    const events = await booking.eventsOf(account.userId, 'booking', 3);
    const cancel = events.find(({ entity_id, version }) => entity_id === made.id && version === 2)!;
    expect(new Set(cancel.categories)).toEqual(new Set(['canceled', 'availability']));
    expect(cancel.entity.canceled_utc).toBe(body.canceled_utc);
  });

  it('reactivates a canceled booking while its nights are free, and clears canceled_utc', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    await account.api.patch(`/v2/bookings/${made.id}`, { status: 'canceled' });
    const { body } = await account.api.patch(`/v2/bookings/${made.id}`, { status: 'pending' });
    expect(body).toMatchObject({ status: 'pending', canceled_utc: null });
    expect((await account.api.post('/v2/bookings', { property_id: made.property_id, ...july })).status).toBe(409);
  });

  it('never turns an active booking into a pending one', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const { status, body } = await account.api.patch(`/v2/bookings/${made.id}`, { status: 'pending' });
    expect([status, body.messages[0]]).toEqual([
      400,
      expect.stringContaining('an active booking cannot become pending'),
    ]);
  });

  it('keeps the listing site when it is not sent, and clears it with null', async () => {
    const account = await booking.anAccount();
    const listing_site_id = await account.operator.listingSite();
    const made = await aBooking(account, { listing_site_id });
    const kept = await account.api.patch(`/v2/bookings/${made.id}`, { title: 'x' });
    expect(kept.body).toMatchObject({ listing_site_id, listing_site: 'Airbnb' });
    const cleared = await account.api.patch(`/v2/bookings/${made.id}`, { listing_site_id: null });
    expect(cleared.body).toMatchObject({ listing_site_id: null, listing_site: null });
    const unknown = await account.api.patch(`/v2/bookings/${made.id}`, { listing_site_id: 4040 });
    expect([unknown.status, unknown.body.messages]).toEqual([
      400,
      ['listing_site_id: the listing site id 4040 was not found or is not available'],
    ]);
  });

  it('accepts the whole record as it was returned, and changes nothing', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account, { tags: ['x'] });
    const { body, status, headers } = await account.api.patch(`/v2/bookings/${made.id}`, made);
    expect([status, body, versionIn(headers)]).toEqual([200, made, 1]);
  });

  it('refuses fields that only the server decides, and names what decides them', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const { status, body } = await account.api.patch(`/v2/bookings/${made.id}`, {
      type: 'owner',
      total_paid: 5,
      id: 1e9,
    });
    expect(status).toBe(400);
    expect(body.messages).toEqual([
      'type: "owner" is not accepted; it is decided by is_block',
      'id: 1000000000 is not accepted; ids are assigned by the server',
      'total_paid: 5 is not accepted; it is decided by the payments',
    ]);
  });

  it('turns a booking into a block when its guest is removed, and back', async () => {
    const account = await booking.anAccount();
    const guest = (await account.api.post('/v2/guests', { first_name: 'Ada' })).body;
    const made = await aBooking(account, { guest_id: guest.id });
    const refused = await account.api.patch(`/v2/bookings/${made.id}`, { is_block: true });
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      ['is_block: the booking has a guest; send guest_id null to make it a block'],
    ]);
    const block = await account.api.patch(`/v2/bookings/${made.id}`, { is_block: true, guest_id: null });
    expect(block.body).toMatchObject({ type: 'block', is_block: true, guest_id: null });
    const back = await account.api.patch(`/v2/bookings/${made.id}`, { is_block: false, guest_id: guest.id });
    expect(back.body).toMatchObject({ type: 'booking', guest_id: guest.id });
    expect((await account.api.post('/v2/bookings', { property_id: made.property_id, ...july })).status).toBe(409);
  });

  it('turns a booking into a block when the same request clears its charges, guest and listing site', async () => {
    const account = await booking.anAccount();
    const guest = (await account.api.post('/v2/guests', { first_name: 'Ada' })).body;
    const listing_site_id = await account.operator.listingSite();
    const made = await aBooking(account, { guest_id: guest.id, listing_site_id, generate_charges: true });
    expect(made.charges).toHaveLength(1);
    const path = `/v2/bookings/${made.id}`;
    const refused = await account.api.patch(path, { is_block: true, guest_id: null, listing_site_id: null });
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      ['is_block: the booking has charges; send charges null to make it a block'],
    ]);
    expect((await account.api.get(path)).body).toEqual(made);
    const clears = { is_block: true, charges: null, guest_id: null, listing_site_id: null };
    const block = await account.api.patch(path, clears);
    expect([block.status, block.body]).toMatchObject([
      200,
      { type: 'block', is_block: true, charges: [], total_amount: 0, guest_id: null, guest: null, listing_site: null },
    ]);
    const events = await booking.eventsOf(account.userId, 'booking', 2);
    expect(events.map(({ entity }) => entity.type)).toEqual(['booking', 'block']);
    expect(events[1]!.categories).toEqual(expect.arrayContaining(['availability', 'charge']));
    const repeated = await account.api.patch(path, clears);
    expect([repeated.status, repeated.body]).toEqual([200, block.body]);
  });

  it('refuses charges null unless the booking becomes a block', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account, { generate_charges: true });
    for (const is_block of [undefined, false]) {
      const { status, body } = await account.api.patch(`/v2/bookings/${made.id}`, { is_block, charges: null });
      expect([status, body.messages]).toEqual([
        400,
        ['charges: null is not accepted; they are made by generate_charges'],
      ]);
    }
    expect((await account.api.get(`/v2/bookings/${made.id}`)).body).toEqual(made);
  });

  it('refuses a pending block', async () => {
    const account = await booking.anAccount();
    const pending = await aBooking(account, { status: 'pending' });
    const { property_id } = pending;
    const nextWeek = { arrival: '2026-07-08', departure: '2026-07-09' };
    const block = await aBooking(account, { property_id, is_block: true, ...nextWeek });
    const created = { property_id, is_block: true, status: 'pending', arrival: '2026-07-15', departure: '2026-07-16' };
    const message = 'status: pending is not accepted; a block is active or canceled';
    for (const answer of [
      await account.api.patch(`/v2/bookings/${pending.id}`, { is_block: true }),
      await account.api.patch(`/v2/bookings/${block.id}`, { status: 'pending' }),
      await account.operator.patch(`/bookings/${block.id}`, { status: 'pending' }),
      await account.api.post('/v2/bookings', created),
      await account.operator.post('/bookings', created),
    ]) {
      expect([answer.status, answer.body.messages]).toEqual([400, [message]]);
    }
    const turned = await account.api.patch(`/v2/bookings/${pending.id}`, { is_block: true, status: 'active' });
    expect([turned.status, turned.body.type, turned.body.status]).toEqual([200, 'block', 'active']);
    const canceled = await account.api.patch(`/v2/bookings/${block.id}`, { status: 'canceled' });
    expect(canceled.status).toBe(200);
    const revived = await account.api.patch(`/v2/bookings/${block.id}`, { status: 'pending' });
    expect([revived.status, revived.body.messages]).toEqual([400, [message]]);
  });

  it('keeps custom fields, and accepts a cleaning date or null', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account, { fields: [{ code: 'wifi', value: 'secret' }] });
    const dated = await account.api.patch(`/v2/bookings/${made.id}?include_fields=true`, {
      cleaning_date: '2026-07-04 11:00:00',
    });
    expect(dated.body).toMatchObject({
      cleaning_date: '2026-07-04T11:00:00Z',
      fields: [{ code: 'wifi', value: 'secret' }],
    });
    expect((await account.api.patch(`/v2/bookings/${made.id}`, { cleaning_date: null })).body.cleaning_date).toBeNull();
  });

  it('honours If-Match', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const path = `/v2/bookings/${made.id}`;
    const first = await account.api.patch(path, { title: 'a' }, { headers: { 'if-match': '"1"' } });
    expect([first.status, versionIn(first.headers)]).toEqual([200, 2]);
    const stale = await account.api.patch(path, { title: 'b' }, { headers: { 'if-match': '"1"' } });
    expect([stale.status, stale.body.messages]).toEqual([412, ['If-Match names version 1, the present one is 2']]);
    expect((await account.api.patch(path, { title: 'c' }, { headers: { 'if-match': 'abc' } })).status).toBe(400);
  });

  it('applies concurrent changes of different fields, each once', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const fields = ['title', 'notes', 'check_in', 'check_out', 'adults', 'pets'] as const;
    const values = ['t', 'n', '17:00', '09:00', 3, 1];
    const answers = await Promise.all(
      fields.map((field, i) => account.api.patch(`/v2/bookings/${made.id}`, { [field]: values[i] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
    const { body, headers } = await account.api.get(`/v2/bookings/${made.id}`);
    expect(fields.map((field) => body[field])).toEqual(values);
    expect(versionIn(headers)).toBe(7);
    const events = await booking.eventsOf(account.userId, 'booking', 7);
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('keeps the version and publishes nothing when nothing changes', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const { headers } = await account.api.patch(`/v2/bookings/${made.id}`, { adults: 2, arrival: july.arrival });
    expect(versionIn(headers)).toBe(1);
    await account.api.patch(`/v2/bookings/${made.id}`, { title: 'told' });
    const events = await booking.eventsOf(account.userId, 'booking', 2);
    expect(events.map(({ version }) => version)).toEqual([1, 2]);
    expect(events[1]!.categories).toEqual(['other']);
  });

  it('returns a 404 for an unknown id', async () => {
    const { api } = await booking.anAccount();
    expect((await api.patch('/v2/bookings/1234567', { title: 'x' })).status).toBe(404);
  });
});

describe('a booking that a channel manages', () => {
  async function channelBooking(account: TestAccount): Promise<Record<string, any>> {
    const property_id = await account.operator.property();
    const listing_site_id = await account.operator.listingSite();
    return account.operator.booking({
      property_id,
      ...july,
      adults: 2,
      listing_site_id,
      channel: {
        name: 'Airbnb',
        platform_reservation_number: 'HMABC12345',
        platform_email_address: 'guest@example.com',
      },
    });
  }

  it('shows its reservation number and e-mail address', async () => {
    const account = await booking.anAccount();
    expect(await channelBooking(account)).toMatchObject({
      platform_reservation_number: 'HMABC12345',
      platform_email_address: 'guest@example.com',
      listing_site: 'Airbnb',
    });
  });

  it('refuses changes of what the channel decides, and names the channel', async () => {
    const account = await booking.anAccount();
    const made = await channelBooking(account);
    for (const change of [
      { listing_site_id: null },
      { arrival: '2026-07-02' },
      { adults: 3 },
      { status: 'canceled' },
      { generate_charges: true },
    ]) {
      const { status, body } = await account.api.patch(`/v2/bookings/${made.id}`, change);
      expect([status, body.messages.join()]).toEqual([400, expect.stringContaining('Airbnb manages')]);
    }
  });

  it('accepts unchanged values, and changes of notes, title, times, tags and cleaning date', async () => {
    const account = await booking.anAccount();
    const made = await channelBooking(account);
    const { status, body } = await account.api.patch(`/v2/bookings/${made.id}`, {
      listing_site_id: made.listing_site_id,
      status: 'active',
      ...july,
      notes: 'n',
      title: 't',
      check_in: '19:00',
      tags: ['vip'],
      cleaning_date: '2026-07-04',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      notes: 'n',
      title: 't',
      check_in: '19:00',
      tags: ['vip'],
      cleaning_date: '2026-07-04T00:00:00Z',
    });
  });

  it('can be changed like others after the operator removes the channel', async () => {
    const account = await booking.anAccount();
    const made = await channelBooking(account);
    expect(
      (await account.operator.patch(`/bookings/${made.id}`, { channel: null })).body.platform_reservation_number,
    ).toBeNull();
    expect((await account.api.patch(`/v2/bookings/${made.id}`, { status: 'canceled' })).status).toBe(200);
  });
});

describe('bookings that the operator creates', () => {
  it('can be owner bookings with a contact, which integrations read and change like others', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property();
    const contactless = await account.operator.post('/bookings', { property_id, ...july, type: 'owner' });
    expect([contactless.status, contactless.body.messages]).toEqual([
      400,
      ['guest_id: is required; an owner booking needs a guest as its contact'],
    ]);
    const guest_id = (await account.api.post('/v2/guests', { last_name: 'Owner' })).body.id as number;
    const made = await account.operator.booking({ property_id, ...july, type: 'owner', guest_id });
    expect((await account.api.get(`/v2/bookings/${made.id}`)).body).toMatchObject({ type: 'owner', guest_id });
    const changed = await account.api.patch(`/v2/bookings/${made.id}`, { notes: 'ours', type: 'Owner' });
    expect(changed.body).toMatchObject({ type: 'owner', notes: 'ours' });
  });

  it('carry charges, agreements, insurance, a policy and door codes; reads return door codes only on request', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property({ currency_code: 'EUR' });
    const line = {
      description: 'Rent',
      rate: 0,
      rate_is_percent: false,
      is_taxable: true,
      is_channel_managed: false,
      is_commission_all: false,
      is_expense_all: false,
      commission_amount: 0,
      owner_amount: 0,
      owner_commission_percent: 0,
    };
    const made = await account.operator.booking({
      property_id,
      ...july,
      charges: [
        { ...line, type: 'rent', amount: 0.1, position: 0 },
        { ...line, type: 'surcharge', amount: 0.2, position: 1, surcharge_id: 5 },
        { ...line, type: 'tax', amount: 0.03, position: 2, tax_id: 6, is_channel_managed: true },
      ],
      agreements: [{ date: '2026-06-01T10:00:00Z', name: 'House rules', url: 'https://example.com/rules' }],
      travel_insurance: { can_purchase: true, is_purchased: false, purchase_url: 'https://example.com/insure' },
      cancellation_policy_description: 'Strict',
      door_codes: [{ code: 'door 4711', lock_names: ['Front door'] }],
    });
    expect(made).toMatchObject({
      total_amount: 0.33,
      total_owed: 0.3,
      door_codes: [{ code: 'door 4711', lock_names: ['Front door'] }],
    });
    const single = (await account.api.get(`/v2/bookings/${made.id}`)).body;
    expect(single).toMatchObject({
      agreements: [{ date: '2026-06-01T10:00:00Z', name: 'House rules', url: 'https://example.com/rules' }],
      travel_insurance: { can_purchase: true, is_purchased: false, purchase_url: 'https://example.com/insure' },
      cancellation_policy_description: 'Strict',
    });
    expect(single).not.toHaveProperty('door_codes');
    const asked = (await account.api.get(`/v2/bookings/${made.id}?include_door_codes=True`)).body;
    expect(asked.door_codes).toEqual([{ code: 'door 4711', lock_names: ['Front door'] }]);
    const [event] = await booking.eventsOf(account.userId, 'booking', 1);
    expect(JSON.stringify(event)).not.toContain('door 4711');
    expect(event!.categories).toContain('charge');
  });
});

describe('the time when a booking was canceled', () => {
  it('can be set by the operator, for bookings imported from another system', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property();
    const past = { status: 'canceled', canceled_utc: '2025-03-04T05:06:07Z' };
    const made = await account.operator.booking({ property_id, ...july, ...past });
    expect(made).toMatchObject(past);
    const [event] = await booking.eventsOf(account.userId, 'booking', 1);
    expect(event!.entity).toMatchObject(past);
    const other = await account.operator.booking({ property_id, ...july });
    const changed = await account.operator.patch(`/bookings/${other.id}`, past);
    expect(changed.body).toMatchObject(past);
    const active = await account.operator.post('/bookings', { property_id, ...july, canceled_utc: past.canceled_utc });
    expect([active.status, active.body.messages]).toEqual([
      400,
      ['canceled_utc: is not accepted with status active; only canceled bookings have one'],
    ]);
  });
});

describe('fixed bugs of bookings', () => {
  it('a change of door codes raises the version and publishes an event without the codes', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property();
    const made = await account.operator.booking({
      property_id,
      ...july,
      door_codes: [{ code: '1111', lock_names: [] }],
    });
    await account.operator.patch(`/bookings/${made.id}`, { door_codes: [{ code: '2222', lock_names: [] }] });
    const { headers, body } = await account.api.get(`/v2/bookings/${made.id}?include_door_codes=true`);
    expect([versionIn(headers), body.door_codes[0].code]).toEqual([2, '2222']);
    const events = await booking.eventsOf(account.userId, 'booking', 2);
    expect(events[1]!.categories).toEqual(['other']);
    expect(JSON.stringify(events)).not.toContain('2222');
    const echoed = await account.api.patch(`/v2/bookings/${made.id}`, body);
    expect([echoed.status, versionIn(echoed.headers)]).toEqual([200, 2]);
  });

  it('a list item without a currency can be sent back', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property({ currency_code: null });
    const made = await aBooking(account, { property_id });
    const [item] = (await account.api.get('/v2/bookings')).body.items;
    expect(item.currency_code).toBeNull();
    expect((await account.api.patch(`/v2/bookings/${made.id}`, item)).status).toBe(200);
  });

  it('a snoozed or inactive property gets no guest booking from a block or by a move', async () => {
    const account = await booking.anAccount();
    const snoozed = await account.operator.property({ is_snoozed: true });
    const inactive = await account.operator.property({ active: false });
    const block = await aBooking(account, { property_id: snoozed, is_block: true });
    const turned = await account.api.patch(`/v2/bookings/${block.id}`, { is_block: false });
    expect([turned.status, turned.body.messages.join()]).toEqual([400, expect.stringContaining('is snoozed')]);
    const made = await aBooking(account);
    const moved = await account.api.patch(`/v2/bookings/${made.id}`, { property_id: inactive });
    expect([moved.status, moved.body.messages.join()]).toEqual([400, expect.stringContaining('is inactive')]);
  });

  it('neither an integration nor the operator can remove the contact of an owner booking', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property();
    const guest_id = (await account.api.post('/v2/guests', { last_name: 'Owner' })).body.id as number;
    const made = await account.operator.booking({ property_id, ...july, type: 'Owner', guest_id });
    for (const write of [
      account.api.patch(`/v2/bookings/${made.id}`, { guest_id: null }),
      account.operator.patch(`/bookings/${made.id}`, { guest_id: null }),
    ]) {
      const { status, body } = await write;
      expect([status, body.messages.join()]).toEqual([
        400,
        expect.stringContaining('an owner booking needs a guest as its contact'),
      ]);
    }
  });

  it('200 simultaneous changes of one booking all succeed', async () => {
    const account = await booking.anAccount();
    const made = await aBooking(account);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        account.api.patch(`/v2/bookings/${made.id}`, { title: `title ${index}` }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(versionIn((await account.api.get(`/v2/bookings/${made.id}`)).headers)).toBe(201);
  });

  it('a block with a channel is refused from the operator too', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property();
    const channel = { name: 'Airbnb', platform_reservation_number: 'HM1' };
    const answer = await account.operator.post('/bookings', { property_id, ...july, is_block: true, channel });
    expect([answer.status, answer.body.messages]).toEqual([
      400,
      ['channel: is not accepted; a block belongs to no channel'],
    ]);
  });

  it('a booking gets a 503 until the settings of its account are known', async () => {
    const userId = 4_242_424_242;
    const operator = booking.asOperator();
    const property = await operator.post(`/operator/accounts/${userId}/properties`, { name: 'Early' });
    const answer = await booking.asAccount(userId).post('/v2/bookings', { property_id: property.body.id, ...july });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });
});
