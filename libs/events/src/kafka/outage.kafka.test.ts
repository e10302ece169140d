import { randomUUID } from 'node:crypto';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { makeOwnedBroker, type OwnedBroker } from '@keyhaven/testing/kafka/kafka-for-tests';
import { until } from '@keyhaven/testing/until';
import type { ChangeEvent } from '../change-event';
import { PublishError } from '../event-bus';
import { anEvent } from '../testing/event-bus-contract';
import { type BusForTests, busForTests } from './testing/bus-for-tests';
import { firstArrivals, RepeatingPublisher } from './testing/repeating-publisher';

// Shorter timeouts than in production, so that a test can wait for several of them to pass.
const timing = {
  requestMs: 2000,
  publishMs: 2000,
  lastRestartMs: 500,
  closeMs: 3000,
  sessionMs: 6000,
  rebalanceMs: 6000,
};

describeWithKafka('the Kafka bus during an outage of the broker', 'own', () => {
  let broker: OwnedBroker;
  let under: BusForTests;
  let topic: string;
  let got: ChangeEvent[];
  let publisher: RepeatingPublisher | undefined;
  const handle = async (event: ChangeEvent) => void got.push(event);
  beforeAll(async () => {
    broker = await makeOwnedBroker();
    await broker.start();
  }, 180_000);
  afterAll(() => broker.remove());
  beforeEach(() => {
    topic = `topic-${randomUUID()}`;
    got = [];
    under = busForTests([broker.address], { timing });
  });
  afterEach(async () => {
    publisher?.abandon();
    await under.bus.close();
  });

  it.each([
    ['is killed', 'kill'],
    ['is stopped', 'stop'],
  ] as const)(
    'loses no event and keeps the order when the broker %s and stays down for longer than clients retry',
    async (_, end) => {
      await under.bus.consume({ topic, group: 'following', handle });
      publisher = new RepeatingPublisher(under.bus, topic, 10);
      publisher.start();
      await until(() => got.length > 50);
      await broker[end]();
      // Each rejected publish call and each consumer restart means that a client gave up.
      const { rejections } = publisher;
      await until(
        () => publisher!.rejections >= rejections + 3 && under.reportsOf('consumer_restarts').length >= 3,
        60_000,
      );
      const before = got.length;
      await broker.start();
      await until(() => got.length > before + 50, 60_000);
      await publisher.finish();
      const expected = firstArrivals(publisher.published);
      await until(() => new Set(got.map(({ event_id }) => event_id)).size === publisher!.published.length);
      expect(firstArrivals(got)).toEqual(expected);
      expect(under.fatal).toEqual([]);
    },
    120_000,
  );

  it('starts without a broker, and publishes events when the broker becomes available', async () => {
    await broker.kill();
    await under.bus.start([topic]);
    expect(under.reportsOf('topic_unchecked')).toMatchObject([{ topic }]);
    await under.bus.consume({ topic, group: 'early', handle });
    const event = anEvent();
    const error: unknown = await under.bus.publish(topic, [event]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PublishError);
    expect((error as PublishError).acknowledged.size).toBe(0);
    await broker.start();
    await under.bus.publish(topic, [event]);
    await until(() => got.length > 0);
    expect(got[0]).toEqual(event);
  }, 60_000);

  it('can be closed while the broker is down', async () => {
    await under.bus.consume({ topic, group: 'closing', handle });
    await under.bus.publish(topic, [anEvent()]);
    await until(() => got.length > 0);
    await broker.kill();
    await under.bus.close();
    await broker.start();
  }, 60_000);
});
