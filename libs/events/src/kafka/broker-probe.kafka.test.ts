import { randomUUID } from 'node:crypto';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type KafkaForTests, startKafkaForTests } from '@keyhaven/testing/kafka/kafka-for-tests';
import { until } from '@keyhaven/testing/until';
import { ImpossibleEvent } from '../event-bus';
import { anEvent } from '../testing/event-bus-contract';
import { busForTests } from './testing/bus-for-tests';

describeWithKafka('the probe of the Kafka brokers', 'any', (source) => {
  let kafka: KafkaForTests;
  beforeAll(async () => void (kafka = await startKafkaForTests(source)), 180_000);
  afterAll(() => kafka.stop());

  it('reports the number of events that a group has not consumed yet, and the age of the oldest of these events', async () => {
    const { bus } = busForTests(kafka.brokers);
    const [topic, group] = [`topic-${randomUUID()}`, `group-${randomUUID()}`];
    let isBroken = false;
    await bus.consume({
      topic,
      group,
      handle: () => (isBroken ? Promise.reject(new Error('the store is away')) : Promise.resolve()),
    });
    const lag = async () => (await bus.broker.lags())[0]!;
    try {
      await bus.broker.ping();
      // A broker that has just started does not know yet which groups it coordinates, so the probe
      // may fail at first.
      const first = await until(() => bus.broker.lags().catch(() => undefined), 30_000);
      expect(first).toEqual([{ topic, group, events: 0, oldestSeconds: 0, deadLetters: 0 }]);
      isBroken = true;
      await bus.publish(topic, [anEvent(), anEvent(), anEvent()]);
      expect(await lag()).toMatchObject({ events: 3 });
      await until(async () => (await lag()).oldestSeconds >= 2, 30_000);
      isBroken = false;
      await until(async () => (await lag()).events === 0, 30_000);
      expect(await lag()).toEqual({ topic, group, events: 0, oldestSeconds: 0, deadLetters: 0 });
    } finally {
      await bus.close();
    }
  }, 120_000);

  it('counts the dead letters of a group until they are redriven', async () => {
    const { bus } = busForTests(kafka.brokers);
    const [topic, group] = [`topic-${randomUUID()}`, `group-${randomUUID()}`];
    let isImpossible = true;
    const onDead = jest.fn();
    await bus.consume({
      topic,
      group,
      handle: () => (isImpossible ? Promise.reject(new ImpossibleEvent('no such account')) : Promise.resolve()),
      onDead,
    });
    const deadLetters = async () => (await bus.broker.lags().catch(() => []))[0]?.deadLetters;
    try {
      await bus.publish(topic, [anEvent(), anEvent()]);
      await until(async () => (await deadLetters()) === 2, 30_000);
      expect(onDead).toHaveBeenCalledTimes(2);
      isImpossible = false;
      expect(await bus.redriveDeadLetters(topic, group)).toEqual({ redriven: 2, dead: 0 });
      await until(async () => (await deadLetters()) === 0, 30_000);
    } finally {
      await bus.close();
    }
  }, 120_000);
});
