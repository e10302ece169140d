import { versionIn } from '@keyhaven/testing/version-in';
import { aCharge } from '../testing/a-charge';
import { july } from '../testing/a-booking';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

describe('POST /bookings of the operator API', () => {
  it('creates an owner booking, which integrations can read and change', async () => {
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

  it('stores charges, agreements, insurance, a policy and door codes, and returns door codes only on request', async () => {
    const account = await booking.anAccount();
    const property_id = await account.operator.property({ currency_code: 'EUR' });
    const made = await account.operator.booking({
      property_id,
      ...july,
      charges: [
        aCharge('rent', 0.1),
        aCharge('surcharge', 0.2, { position: 1, surcharge_id: 5 }),
        aCharge('tax', 0.03, { position: 2, tax_id: 6, is_channel_managed: true }),
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

describe('canceled_utc of a booking', () => {
  it('can be set by the operator API for a canceled booking, but not for an active one', async () => {
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

describe('bookings that an operator created', () => {
  it('get a new version when their door codes change; the event does not contain the codes', async () => {
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

  it('cannot lose their contact if they are owner bookings', async () => {
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
});
