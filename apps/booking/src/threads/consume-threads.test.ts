import { randomUUID } from 'node:crypto';
import { services } from '@keyhaven/contracts/platform/services';
import { until } from '@keyhaven/testing/until';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let service: BookingUnderTest;
beforeAll(async () => {
  service = await startBookingUnderTest();
});
afterAll(() => service.stop());

/** Publishes a thread as the messaging service does. */
function publishThread(userId: number, id: number, version: number, booking_id: number | null) {
  return service.bus.publish(services.messaging.topic, [
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

describe('thread_ids of a booking', () => {
  it('are updated and published when messaging publishes that a thread has moved to another booking', async () => {
    const { userId, api, operator } = await service.anAccount();
    const property_id = await operator.property();
    const book = async (arrival: string, departure: string) =>
      (await operator.booking({ property_id, arrival, departure })).id;
    const [first, second] = [await book('2027-05-01', '2027-05-04'), await book('2027-06-01', '2027-06-04')];
    const threadsOf = async (id: number) => (await api.get(`/v2/bookings/${id}`)).body.thread_ids as number[];
    const shows = (id: number, ids: number[]) =>
      until(async () => (JSON.stringify(await threadsOf(id)) === JSON.stringify(ids) ? true : undefined));
    const [a, b] = [userId + 1, userId + 2];

    await Promise.all([publishThread(userId, a, 1, first), publishThread(userId, b, 1, first)]);
    await shows(first, [a, b]);
    await publishThread(userId, a, 2, second);
    await shows(first, [b]);
    await shows(second, [a]);
    // A late event with an older version changes nothing.
    await publishThread(userId, a, 1, first);
    await publishThread(userId, b, 2, null);
    await shows(first, []);
    await shows(second, [a]);
    const events = await service.eventsOf(userId, 'booking', 6);
    expect(events.filter(({ entity_id }) => entity_id === second).map(({ entity }) => entity.thread_ids)).toEqual([
      [],
      [a],
    ]);
  });

  it('do not include threads of other accounts', async () => {
    const [mine, theirs] = [await service.anAccount(), await service.anAccount()];
    const property_id = await mine.operator.property();
    const { id } = await mine.operator.booking({ property_id, arrival: '2027-05-01', departure: '2027-05-04' });
    await publishThread(theirs.userId, theirs.userId + 1, 1, id);
    await publishThread(mine.userId, mine.userId + 1, 1, id);
    await until(async () => ((await mine.api.get(`/v2/bookings/${id}`)).body.thread_ids.length > 0 ? true : undefined));
    expect((await mine.api.get(`/v2/bookings/${id}`)).body.thread_ids).toEqual([mine.userId + 1]);
    expect(service.deadLetters).toEqual([]);
  });

  it('are added even to a booking whose record has the maximum size; the booking can still be canceled', async () => {
    const { userId, api, operator } = await service.anAccount();
    const stay = { property_id: await operator.property(), arrival: '2027-07-01', departure: '2027-07-04' };
    const { id } = (await api.post('/v2/bookings', stay)).body;
    const path = `/v2/bookings/${id}`;
    // Fills the record with line breaks, each of which takes two bytes in JSON.
    const filled = (length: number) => ({
      notes: '€'.repeat(50_000),
      fields: Array.from({ length: 500 }, (_, index) => ({
        code: `${'€'.repeat(90)}${index}`,
        value: index === 0 ? '\n'.repeat(length) : '',
      })),
    });
    const refused = await api.patch(path, filled(255_000));
    const [, bytes, accepted] = /is (\d+) bytes long, more than (\d+)/.exec(refused.body.messages[0])!;
    const fits = 255_000 - Math.ceil((Number(bytes) - Number(accepted)) / 2);
    expect((await api.patch(path, filled(fits + 1))).status).toBe(400);
    expect((await api.patch(path, filled(fits))).status).toBe(200);
    await publishThread(userId, userId + 3, 1, id);
    await until(async () => ((await api.get(path)).body.thread_ids as number[]).length === 1);
    expect(await api.patch(path, { status: 'canceled' })).toMatchObject({ status: 200, body: { status: 'canceled' } });
  });
});
