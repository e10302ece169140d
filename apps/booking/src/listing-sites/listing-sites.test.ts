import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

describe('the creation of a listing site', () => {
  it('returns the published record, also when the request is repeated', async () => {
    const { userId } = await booking.anAccount();
    const site = { name: 'Airbnb', domain: 'airbnb.example' };
    const post = () =>
      booking.asOperator().post(`/operator/accounts/${userId}/listing_sites`, site, {
        headers: { 'idempotency-key': 'key-1' },
      });
    const first = await post();
    expect((await post()).body).toEqual(first.body);
    const [event] = await booking.eventsOf(userId, 'listing_site', 1);
    expect(event!.entity).toEqual(first.body);
  });
});
