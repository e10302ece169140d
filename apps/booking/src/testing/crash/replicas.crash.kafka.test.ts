import { killAtRandom } from '@keyhaven/testing/crash/kill-at-random';
import { seededRandom } from '@keyhaven/testing/crash/seeded-random';
import { suiteSize } from '@keyhaven/testing/crash/suite-size';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { makeOwnedBroker, type OwnedBroker } from '@keyhaven/testing/kafka/kafka-for-tests';
import { type BookingOnKafka, startBookingOnKafka } from './booking-on-kafka';
import { bookUntilAnswered } from './repeating-clients';
import { aProperty, aQuotableProperty, july } from './requests';

const REPLICAS = 3;

describeWithKafka('three replicas of the booking service on Kafka', 'own', () => {
  const { isWhole, seed, end } = suiteSize();
  let broker: OwnedBroker;
  let booking: BookingOnKafka;
  beforeAll(async () => {
    broker = await makeOwnedBroker();
    await broker.start();
    booking = await startBookingOnKafka([broker.address], REPLICAS);
  }, 180_000);
  afterAll(async () => {
    await booking?.stop();
    await broker.remove();
  }, 60_000);

  it('accept only one of 1,000 requests for the same nights', async () => {
    const worlds = (await booking.anAccount())();
    const property_id = await aProperty(worlds[0]!);
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        worlds[index % REPLICAS]!.api.post('/v2/bookings', { property_id, ...july }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(999);
    const { body } = answers.find(({ status }) => status === 200)!;
    expect(await booking.violations([{ type: 'booking', id: body.id, version: 1, record: body }])).toEqual([]);
  }, 180_000);

  it('lose no acknowledged change while the replicas, the database and Kafka are killed at random', async () => {
    const worlds = await booking.anAccount();
    const property_id = await aQuotableProperty(worlds()[0]!);
    const replicas = Array.from({ length: REPLICAS }, (_, index) => ({
      crash: () => booking.crash(index),
    }));
    const kafka = {
      crash: async () => {
        await broker.kill();
        await broker.start();
      },
    };
    const targets = [...replicas, booking.database, kafka];
    const kills = killAtRandom(targets, isWhole ? 20 : targets.length, seededRandom(seed), { end });
    const { acknowledged, faults } = await bookUntilAnswered(worlds, property_id, kills);
    expect(faults).toEqual([]);
    expect(await booking.violations(acknowledged)).toEqual([]);
  }, 500_000);
});
