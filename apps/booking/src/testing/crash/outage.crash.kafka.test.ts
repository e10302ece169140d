import { setTimeout as sleep } from 'node:timers/promises';
import type { Acknowledgement } from '@keyhaven/testing/crash/violations';
import { suiteSize } from '@keyhaven/testing/crash/suite-size';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { makeOwnedBroker, type OwnedBroker } from '@keyhaven/testing/kafka/kafka-for-tests';
import { type BookingOnKafka, startBookingOnKafka } from './booking-on-kafka';
import { aBooking } from './requests';

/**
 * How long Kafka is unavailable, in milliseconds. The whole suite uses the outage that docs/operators/failures.md
 * describes. A sample of the suite uses a shorter outage, which is longer than the time for which Kafka clients retry.
 */
const OUTAGE_MS = { whole: 300_000, sample: 40_000 };
/**
 * How many times each booking changes: often enough that its outbox is full several times, so that entries move to the
 * spill collection.
 */
const CHANGES = 100;

describeWithKafka('the booking service during a long Kafka outage', 'own', () => {
  let broker: OwnedBroker;
  let booking: BookingOnKafka;
  beforeAll(async () => {
    broker = await makeOwnedBroker();
    await broker.start();
    booking = await startBookingOnKafka([broker.address], 3);
  }, 180_000);
  afterAll(async () => {
    await booking?.stop();
    await broker.remove();
  }, 60_000);

  it('answers requests, and publishes all events in order when Kafka is available again', async () => {
    const worlds = (await booking.anAccount())();
    const made = await Promise.all(worlds.map((world) => aBooking(world)));
    const acknowledged: Acknowledgement[] = [];
    const outage = suiteSize().isWhole ? OUTAGE_MS.whole : OUTAGE_MS.sample;
    const end = Date.now() + outage;
    await broker.kill();
    for (let change = 1; change <= CHANGES; change++) {
      const answers = await Promise.all(
        made.map(({ id }, index) =>
          worlds[(index + change) % worlds.length]!.api.patch(`/v2/bookings/${id}`, { title: `change ${change}` }),
        ),
      );
      for (const { status, body, headers } of answers) {
        expect(status).toBe(200);
        const version = Number(/\d+/.exec(headers.get('etag')!)![0]);
        acknowledged.push({ type: 'booking', id: body.id, version, record: body });
      }
      // Spread the changes over the whole outage.
      await sleep(Math.max(end - Date.now(), 0) / (CHANGES - change + 1));
    }
    expect(Math.max(...acknowledged.map(({ version }) => version))).toBe(CHANGES + 1);
    expect(await booking.connection.collection('outbox_spill').countDocuments({})).toBeGreaterThan(made.length * 32);
    await broker.start();
    expect(await booking.violations(acknowledged)).toEqual([]);
  }, 600_000);
});
