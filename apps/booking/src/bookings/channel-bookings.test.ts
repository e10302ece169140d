import { july } from '../testing/a-booking';
import { type BookingUnderTest, startBookingUnderTest, type TestAccount } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

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

  it("is returned with the reservation number and the guest's e-mail address from the channel", async () => {
    const account = await booking.anAccount();
    expect(await channelBooking(account)).toMatchObject({
      platform_reservation_number: 'HMABC12345',
      platform_email_address: 'guest@example.com',
      listing_site: 'Airbnb',
    });
  });

  it('refuses changes of fields that the channel manages; the error names the channel', async () => {
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

  it('accepts unchanged values of channel-managed fields, and changes of other fields', async () => {
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

  it('can be canceled by integrations after the operator has removed the channel from the booking', async () => {
    const account = await booking.anAccount();
    const made = await channelBooking(account);
    expect(
      (await account.operator.patch(`/bookings/${made.id}`, { channel: null })).body.platform_reservation_number,
    ).toBeNull();
    expect((await account.api.patch(`/v2/bookings/${made.id}`, { status: 'canceled' })).status).toBe(200);
  });
});
