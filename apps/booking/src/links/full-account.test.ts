import { addDays } from '@keyhaven/stays/calendar-date';
import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { until } from '@keyhaven/testing/until';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

/** The number of stays at each of the two properties. */
const STAYS = 100;

/** A house and a room with stays on alternating nights. */
async function fullAccount() {
  const { operator } = await booking.anAccount();
  const [house, room] = [await operator.property(), await operator.property()];
  const sell = async (property_id: number, first: string) => {
    for (let at = 0; at < STAYS; at += 10) {
      const ten = Array.from({ length: 10 }, (_, index) => addDays(first, 4 * (at + index)));
      await Promise.all(
        ten.map((arrival) => operator.booking({ property_id, arrival, departure: addDays(arrival, 2) })),
      );
    }
  };
  await sell(house, '2030-01-01');
  await sell(room, '2030-01-03');
  return { operator, house, room };
}

const unpublished = () => booking.connection.collection('stays').countDocuments({ outbox: { $exists: true } });
const keysOfLinks = () => booking.connection.collection('stays').countDocuments({ night_keys: /~/ });
const shown = () =>
  booking.connection
    .collection('stays')
    .countDocuments({ 'booking.type': 'linked_availability', 'booking.status': { $ne: 'canceled' } });

/** How many commands the service sends to its database for a request, while nothing else is running. */
async function commandsOf(request: () => Promise<unknown>): Promise<number> {
  await until(async () => (await unpublished()) === 0);
  const counting = countStoreCommands();
  try {
    await request();
  } finally {
    counting.end();
  }
  return counting.end();
}

describe('a link between two properties with many stays', () => {
  it('is made and removed in batches: with fewer commands than there are stays', async () => {
    const { operator, house, room } = await fullAccount();
    let link = 0;
    const making = await commandsOf(async () => void (link = await operator.link(house, room)));
    expect(making).toBeLessThan(2 * STAYS);
    expect([await keysOfLinks(), await shown()]).toEqual([2 * STAYS, 2 * STAYS]);
    const removing = await commandsOf(() => operator.delete(`/links/${link}`));
    expect(removing).toBeLessThan(2 * STAYS);
    expect([await keysOfLinks(), await shown()]).toEqual([0, 0]);
  }, 240_000);
});
