import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type KafkaForTests, startKafkaForTests } from '@keyhaven/testing/kafka/kafka-for-tests';
import { describeEventBus } from '../testing/event-bus-contract';
import { busForTests } from './testing/bus-for-tests';

describeWithKafka('on a real Kafka broker', 'any', (source) => {
  let kafka: KafkaForTests;
  beforeAll(async () => {
    kafka = await startKafkaForTests(source);
  }, 180_000);
  afterAll(() => kafka.stop());

  describeEventBus('the Kafka bus', () => {
    const { bus, deadLetters } = busForTests(kafka.brokers);
    return Promise.resolve({
      bus,
      deadLetters: () =>
        Promise.resolve(deadLetters.map(({ event, ...deadLetter }) => ({ ...deadLetter, event: event! }))),
    });
  });
});
