import { until } from '@keyhaven/testing/until';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';
import { aHalfMadeLink } from '../testing/half-made-link';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

describe('while the bus is away', () => {
  it('a link that a crash left half made is finished', async () => {
    const account = await booking.anAccount();
    const { operator, api } = account;
    const [house, room] = [await operator.property(), await operator.property()];
    const publish = booking.bus.publish.bind(booking.bus);
    booking.bus.publish = () => Promise.reject(new Error('the bus is away'));
    for (let day = 1; day <= 3; day++) {
      const stay = { arrival: `2030-08-0${day}`, departure: `2030-08-0${day + 1}` };
      expect((await api.post('/v2/bookings', { property_id: house, ...stay })).status).toBe(200);
    }
    const link = await aHalfMadeLink(booking, account, house, room);
    await link.finish();
    // What the room shows of the house's bookings is derived after the link has become active.
    await until(async () => (await api.get(`/v2/bookings?property_ids=${room}`)).body.items.length === 3);
    booking.bus.publish = publish;
  });
});
