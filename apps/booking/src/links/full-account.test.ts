import { isWithinPass } from '@keyhaven/persistence/outbox/pass-context';
import { addDays } from '@keyhaven/stays/calendar-date';
import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { until } from '@keyhaven/testing/until';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

/** How many stays each of the two properties has. */
const STAYS = 100;

/**
 * A house and a room with STAYS stays each, which do not overlap: two nights in the house, then two
 * nights in the room.
 */
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
const linkedRecords = () =>
  booking.connection
    .collection('stays')
    .countDocuments({ 'booking.type': 'linked_availability', 'booking.status': { $ne: 'canceled' } });

/** How long publishing the events of all stays may take on a busy machine, in milliseconds. */
const PUBLISHED_WITHIN_MS = 120_000;

/**
 * Counts the database commands of a request and its jobs, while no other request runs. Excludes the commands of the
 * outbox relay, because their number depends on how long the request takes.
 */
async function commandsOf(request: () => Promise<unknown>): Promise<number> {
  await until(async () => (await unpublished()) === 0, PUBLISHED_WITHIN_MS);
  const counting = countStoreCommands(() => !isWithinPass());
  try {
    await request();
  } finally {
    counting.end();
  }
  return counting.end();
}

describe('a link between two properties with many stays', () => {
  it('is created and removed in batches, with fewer database commands than there are stays', async () => {
    const { operator, house, room } = await fullAccount();
    let link = 0;
    const making = await commandsOf(async () => void (link = await operator.link(house, room)));
    expect(making).toBeLessThan(2 * STAYS);
    expect(await keysOfLinks()).toBe(2 * STAYS);
    // The request may be answered before the job has created all linked_availability records.
    await until(async () => (await linkedRecords()) === 2 * STAYS);
    const removing = await commandsOf(() => operator.delete(`/links/${link}`));
    expect(removing).toBeLessThan(2 * STAYS);
    expect([await keysOfLinks(), await linkedRecords()]).toEqual([0, 0]);
  }, 240_000);
});
