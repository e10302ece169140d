import { accountId } from '@keyhaven/persistence/account-scope';
import { createBooking } from '../bookings/create-booking';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { type SlowProcess, startSlowProcess } from '../testing/slow-process';

let booking: BookingUnderTest;
let slow: SlowProcess;
beforeAll(async () => {
  booking = await startBookingUnderTest();
  slow = await startSlowProcess(booking);
});
afterAll(async () => {
  await slow.stop();
  await booking.stop();
});

describe('a booking that the unique index on nights has refused', () => {
  it('is written again if its nights become free before the service has read which stay occupies them', async () => {
    const { api, userId, operator } = await booking.anAccount();
    const stay = { property_id: await operator.property(), arrival: '2030-07-01', departure: '2030-07-04' };
    const { body: holder } = await api.post('/v2/bookings', stay);
    // Delays the second read of the links, which follows the refused write.
    const { isHeld, release } = slow.holdAfterLinks(1);
    const parts = { include_fields: false, include_door_codes: false } as never;
    const creating = createBooking(slow.store, { accountId: accountId(userId) }, stay, parts);
    creating.catch(() => {});
    await isHeld;
    expect((await api.patch(`/v2/bookings/${holder.id}`, { status: 'canceled' })).status).toBe(200);
    release();
    expect((await creating).record).toMatchObject({ status: 'active', arrival: stay.arrival });
    expect((await api.post('/v2/bookings', stay)).status).toBe(409);
  });
});
