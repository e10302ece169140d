import { aBooking, july } from '../testing/a-booking';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

describe('PATCH v2/bookings/{id} for blocks', () => {
  it('turns a booking into a block when its guest is removed, and back into a booking when a guest is added', async () => {
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

  it('turns a booking into a block when one request clears the charges, guest and listing site', async () => {
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

  it('refuses null for charges unless the booking becomes a block', async () => {
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

  it('refuses the status pending for a block, and so do POST v2/bookings and the operator API', async () => {
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
});

describe('a block', () => {
  it('cannot become a guest booking at a snoozed property; a guest booking cannot move to an inactive property', async () => {
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

  it('is refused by the operator API if the request contains a channel', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property();
    const channel = { name: 'Airbnb', platform_reservation_number: 'HM1' };
    const answer = await account.operator.post('/bookings', { property_id, ...july, is_block: true, channel });
    expect([answer.status, answer.body.messages]).toEqual([
      400,
      ['channel: is not accepted; a block belongs to no channel'],
    ]);
  });
});
