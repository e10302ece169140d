import { busForTests } from '@keyhaven/events/kafka/testing/bus-for-tests';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type KafkaForTests, startKafkaForTests } from '@keyhaven/testing/kafka/kafka-for-tests';
import { describeResync } from '../testing/resync-suite';

describeWithKafka('a resync on a real broker', 'any', (source) => {
  let kafka: KafkaForTests;
  beforeAll(async () => {
    kafka = await startKafkaForTests(source);
  }, 180_000);
  afterAll(() => kafka.stop());

  describeResync('Kafka', () => Promise.resolve(busForTests(kafka.brokers).bus));
});
