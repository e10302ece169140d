import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const july = { arrival: '2026-07-01', departure: '2026-07-04' };

describe('POST v2/bookings', () => {
  it('books a stay and returns the whole booking', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property({ name: 'Casa Aurora', check_in: '15:00' });
    const guest = (await api.post('/v2/guests', { first_name: 'Ada', last_name: 'Lovelace' })).body;
    const answer = await api.post('/v2/bookings', {
      property_id,
      ...july,
      guest_id: guest.id,
      adults: 2,
      children: 1,
      notes: 'Late',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      type: 'booking',
      is_block: false,
      status: 'active',
      property_id,
      property: { id: property_id, name: 'Casa Aurora' },
      guest_id: guest.id,
      guest: { id: guest.id, first_name: 'Ada', last_name: 'Lovelace' },
      ...july,
      check_in: '15:00',
      check_out: '10:00',
      adults: 2,
      children: 1,
      infants: 0,
      pets: 0,
      notes: 'Late',
      currency_code: 'EUR',
      listing_site: null,
      listing_site_id: null,
      platform_reservation_number: null,
      charges: [],
      total_amount: 0,
      total_owed: 0,
      thread_ids: [],
      travel_insurance: { can_purchase: false, is_purchased: false },
    });
    expect(answer.body.booked_utc).toBe(answer.body.created_utc);
    expect(answer.body.form_key).toMatch(/^[0-9a-f]{32}$/);
    const read = await api.get(`/v2/bookings/${answer.body.id}`);
    expect([read.body, read.headers.get('etag')]).toEqual([answer.body, answer.headers.get('etag')]);
  });

  it('accepts ids and counts that are sent as strings', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const answer = await api.post('/v2/bookings', { property_id: String(property_id), ...july, adults: '2' });
    expect([answer.status, answer.body.adults]).toEqual([200, 2]);
  });

  it('creates a block if is_block is true', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const answer = await api.post('/v2/bookings', { property_id, ...july, is_block: true, title: 'Painting' });
    expect(answer.body).toMatchObject({
      type: 'block',
      is_block: true,
      status: 'active',
      title: 'Painting',
      guest_id: null,
    });
  });

  it('returns a 409 that names the nights that a block occupies', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    await api.post('/v2/bookings', { property_id, arrival: '2026-07-02', departure: '2026-07-04', is_block: true });
    const answer = await api.post('/v2/bookings', {
      property_id,
      arrival: '2026-06-30',
      departure: '2026-07-10',
      adults: 1,
    });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        status: 'nights_taken',
        status_code: 409,
        messages: [`nights at property ${property_id} are taken: 2026-07-02 to 2026-07-03`],
      },
    });
  });

  it('accepts a stay that begins on the day another stay ends', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    expect((await api.post('/v2/bookings', { property_id, ...july })).status).toBe(200);
    expect(
      (await api.post('/v2/bookings', { property_id, arrival: '2026-07-04', departure: '2026-07-05' })).status,
    ).toBe(200);
    expect(
      (await api.post('/v2/bookings', { property_id, arrival: '2026-06-29', departure: '2026-07-01' })).status,
    ).toBe(200);
  });

  it('refuses a stay on the nights of a pending booking', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    expect((await api.post('/v2/bookings', { property_id, ...july, status: 'Pending' })).body.status).toBe('pending');
    expect((await api.post('/v2/bookings', { property_id, ...july })).status).toBe(409);
  });

  it('accepts the same nights at two properties', async () => {
    const { api, operator } = await booking.anAccount();
    for (const property_id of [await operator.property(), await operator.property()]) {
      expect((await api.post('/v2/bookings', { property_id, ...july })).status).toBe(200);
    }
  });

  it('names every invalid field in one response, and stores nothing', async () => {
    const { api } = await booking.anAccount();
    const answer = await api.post('/v2/bookings', {
      property_id: 'x',
      arrival: '2026-02-30',
      departure: 5,
      adults: -1,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.messages).toEqual([
      expect.stringMatching(/^property_id: "x" is not accepted; expected the id/),
      expect.stringMatching(/^arrival: "2026-02-30" is not accepted; expected a calendar date that exists/),
      expect.stringMatching(/^departure: 5 is not accepted; expected a calendar date/),
      expect.stringMatching(/^adults: -1 is not accepted; expected a whole number from 0/),
    ]);
    expect((await api.get('/v2/bookings')).body.items).toEqual([]);
  });

  it.each([
    [
      'a departure before the arrival',
      { arrival: '2026-07-04', departure: '2026-07-01' },
      'departure: 2026-07-01 must be after arrival 2026-07-04',
    ],
    ['a departure on the day of arrival', { arrival: '2026-07-04', departure: '2026-07-04' }, 'must be after'],
    ['a stay of more than 1,100 nights', { arrival: '2026-01-01', departure: '2029-01-06' }, 'at most 1100 nights'],
    ['an arrival with a time', { arrival: '2026-07-01T00:00:00Z', departure: '2026-07-04' }, 'without a time'],
    [
      'an unknown listing site',
      { ...july, listing_site_id: 99 },
      'listing_site_id: the listing site id 99 was not found or is not available',
    ],
    ['an unknown guest', { ...july, guest_id: 98 }, 'guest_id: the guest id 98 was not found'],
    ['a block with a guest', { ...july, is_block: true, guest_id: 98 }, 'a block has no guest'],
    ['a block with charges', { ...july, is_block: true, generate_charges: true }, 'a block has no charges'],
    [
      'charges without an adult',
      { ...july, generate_charges: true, adults: 0 },
      'generate_charges needs at least 1 adult',
    ],
    [
      'charges for more guests than the property takes',
      { ...july, generate_charges: true, adults: 3, children: 2 },
      "more than the property's maximum of 4",
    ],
    [
      'a type that contradicts is_block',
      { ...july, type: 'block' },
      'type: "block" is not accepted; it is decided by is_block',
    ],
    ['a canceled status', { ...july, status: 'canceled' }, 'expected active or pending'],
    ['an unknown status', { ...july, status: 'lost' }, 'expected one of active, canceled, pending'],
    ['an invalid time of day', { ...july, check_in: '25:00' }, 'expected a time of day, HH:mm'],
  ])('refuses %s', async (_name, body, message) => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property({ max_guests: 4 });
    const answer = await api.post('/v2/bookings', { property_id, ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.messages.join('\n')).toContain(message);
    expect((await api.get('/v2/bookings')).body.count).toBe(0);
  });

  it('does not count infants and pets toward max_guests', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property({ max_guests: 2 });
    const answer = await api.post('/v2/bookings', {
      property_id,
      ...july,
      adults: 2,
      infants: 3,
      pets: 2,
      generate_charges: true,
    });
    expect([answer.status, answer.body.total_amount]).toEqual([200, expect.any(Number)]);
  });

  it('enforces max_guests only with generate_charges', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property({ max_guests: 2 });
    const answer = await api.post('/v2/bookings', {
      property_id,
      arrival: '2019-01-01',
      departure: '2019-01-03',
      adults: 9,
    });
    expect(answer.status).toBe(200);
  });

  it('accepts a type that matches is_block, in any letter case', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    expect((await api.post('/v2/bookings', { property_id, ...july, type: 'Booking' })).status).toBe(200);
  });

  it('returns the name of the listing site that listing_site_id refers to', async () => {
    const { api, operator } = await booking.anAccount();
    const property_id = await operator.property();
    const listing_site_id = await operator.listingSite({ name: 'Vrbo' });
    const answer = await api.post('/v2/bookings', { property_id, ...july, listing_site_id });
    expect(answer.body).toMatchObject({ listing_site: 'Vrbo', listing_site_id });
  });

  it('refuses a guest booking at a snoozed or inactive property, but accepts a block', async () => {
    const { api, operator } = await booking.anAccount();
    for (const state of [{ is_snoozed: true }, { active: false }]) {
      const property_id = await operator.property(state);
      const refused = await api.post('/v2/bookings', { property_id, ...july });
      expect([refused.status, refused.body.messages[0]]).toEqual([
        400,
        expect.stringContaining('takes no new guest bookings'),
      ]);
      expect((await api.post('/v2/bookings', { property_id, ...july, is_block: true })).status).toBe(200);
    }
  });

  it('copies accounting codes from the property, and on property-management accounts also owner and commission', async () => {
    for (const is_property_management of [true, false]) {
      const { api, operator, userId } = await booking.anAccount({ is_property_management });
      const owner_id = await operator.owner();
      const property_id = await operator.property({
        owner_id,
        owner_commission_percent: 20,
        accounting: { rent: '4000' },
      });
      const { body } = await api.post('/v2/bookings', { property_id, ...july });
      expect(body.owner_id).toBe(is_property_management ? owner_id : null);
      const [event] = await booking.eventsOf(userId, 'booking', 1);
      expect(event?.private).toEqual({
        contained_taxes: [],
        expires_utc: null,
        source_booking_id: null,
        source_type: null,
        channel: null,
        owner_commission_percent: is_property_management ? 20 : null,
        accounting: { rent: '4000' },
        retained_amount: null,
        has_lapsed: false,
        canceled_utc: null,
      });
    }
  });

  it('publishes one event with the full record that the request returned', async () => {
    const { api, operator, userId } = await booking.anAccount();
    const property_id = await operator.property();
    const fields = [{ code: 'door', value: 'blue' }];
    const answer = await api.post('/v2/bookings?include_fields=true', {
      property_id,
      ...july,
      fields,
      tags: ['a', 'b'],
    });
    const events = await booking.eventsOf(userId, 'booking', 1);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      action: 'entity_create',
      entity_id: answer.body.id,
      version: 1,
      categories: expect.arrayContaining(['availability', 'dates']) as string[],
    });
    expect(events[0]!.entity).toEqual(answer.body);
  });
});
