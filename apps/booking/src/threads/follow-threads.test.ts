import { randomUUID } from 'node:crypto';
import { until } from '@keyhaven/testing/until';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let service: BookingUnderTest;
beforeAll(async () => {
  service = await startBookingUnderTest();
});
afterAll(() => service.stop());

/** Tells a thread as the messaging service does. */
function tellThread(userId: number, id: number, version: number, booking_id: number | null) {
  return service.bus.publish('keyhaven.messaging', [
    {
      event_id: randomUUID(),
      schema_version: 1,
      generation: 0,
      occurred_utc: new Date().toISOString(),
      user_id: userId,
      action: 'entity_update',
      entity_type: 'thread',
      entity_id: id,
      version,
      categories: ['other'],
      is_resync: false,
      entity: { id, booking_id, channel: null },
      private: {},
    },
  ]);
}

describe('the threads of a booking', () => {
  it('come by event, move with the thread, and are told', async () => {
    const { userId, api, operator } = await service.anAccount();
    const property_id = await operator.property();
    const book = async (arrival: string, departure: string) =>
      (await operator.booking({ property_id, arrival, departure })).id;
    const [first, second] = [await book('2027-05-01', '2027-05-04'), await book('2027-06-01', '2027-06-04')];
    const threadsOf = async (id: number) => (await api.get(`/v2/bookings/${id}`)).body.thread_ids as number[];
    const shows = (id: number, ids: number[]) =>
      until(async () => (JSON.stringify(await threadsOf(id)) === JSON.stringify(ids) ? true : undefined));
    const [a, b] = [userId + 1, userId + 2];

    await Promise.all([tellThread(userId, a, 1, first), tellThread(userId, b, 1, first)]);
    await shows(first, [a, b]);
    await tellThread(userId, a, 2, second);
    await shows(first, [b]);
    await shows(second, [a]);
    // Told late, told again: an older version changes nothing.
    await tellThread(userId, a, 1, first);
    await tellThread(userId, b, 2, null);
    await shows(first, []);
    await shows(second, [a]);
    const events = await service.eventsOf(userId, 'booking', 6);
    expect(events.filter(({ entity_id }) => entity_id === second).map(({ entity }) => entity.thread_ids)).toEqual([
      [],
      [a],
    ]);
  });

  it('are none of another account', async () => {
    const [mine, theirs] = [await service.anAccount(), await service.anAccount()];
    const property_id = await mine.operator.property();
    const { id } = await mine.operator.booking({ property_id, arrival: '2027-05-01', departure: '2027-05-04' });
    await tellThread(theirs.userId, theirs.userId + 1, 1, id);
    await tellThread(mine.userId, mine.userId + 1, 1, id);
    await until(async () => ((await mine.api.get(`/v2/bookings/${id}`)).body.thread_ids.length > 0 ? true : undefined));
    expect((await mine.api.get(`/v2/bookings/${id}`)).body.thread_ids).toEqual([mine.userId + 1]);
    expect(service.deadLetters).toEqual([]);
  });
});
