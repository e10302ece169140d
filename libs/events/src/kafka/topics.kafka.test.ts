import { randomUUID } from 'node:crypto';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type KafkaForTests, startKafkaForTests } from '@keyhaven/testing/kafka/kafka-for-tests';
import { PublishError } from '../event-bus';
import { anEvent } from '../testing/event-bus-contract';
import { TopicMismatch } from './failure';
import { type BusForTests, busForTests } from './testing/bus-for-tests';
import { TopicTap } from './testing/topic-tap';
import { PARTITIONS } from './topic-layout';

describeWithKafka('the Kafka bus', 'any', (source) => {
  let kafka: KafkaForTests;
  let tap: TopicTap;
  let under: BusForTests;
  let topic: string;
  beforeAll(async () => {
    kafka = await startKafkaForTests(source);
    tap = new TopicTap(kafka.brokers);
  }, 180_000);
  afterAll(() => kafka.stop());
  beforeEach(() => {
    topic = `topic-${randomUUID()}`;
    under = busForTests(kafka.brokers, { retentionMs: 86_400_000 });
  });
  afterEach(() => under.bus.close());

  it('creates a missing topic with 24 partitions, the configured retention and messages of up to 2 MB', async () => {
    await under.bus.start([topic]);
    expect(await tap.describeTopic(topic)).toMatchObject({
      partitions: PARTITIONS,
      settings: { 'max.message.bytes': '2097152', 'retention.ms': '86400000', 'min.insync.replicas': '1' },
    });
  });

  it('lets several processes create the same topic at the same time', async () => {
    const others = [1, 2, 3].map(() => busForTests(kafka.brokers).bus);
    await Promise.all([under.bus, ...others].map((bus) => bus.start([topic])));
    expect((await tap.describeTopic(topic)).partitions).toBe(PARTITIONS);
    await Promise.all(others.map((bus) => bus.close()));
  });

  it('refuses to start on a topic with a different number of partitions, and does not change the topic', async () => {
    await tap.createTopic(topic, 3);
    const mismatch = `topic ${topic} has 3 partitions and must have 24`;
    const refusal: unknown = await under.bus.start([topic]).catch((error: unknown) => error);
    expect({ refusal, unchecked: under.reportsOf('topic_unchecked') }).toEqual({
      refusal: expect.any(TopicMismatch),
      unchecked: [],
    });
    expect(String(refusal)).toContain(mismatch);
    await expect(under.bus.publish(topic, [anEvent()])).rejects.toThrow(mismatch);
    await expect(under.bus.consume({ topic, group: 'any', handle: () => Promise.resolve() })).rejects.toThrow(mismatch);
    expect((await tap.describeTopic(topic)).partitions).toBe(3);
  });

  it('keeps the events of a record in one partition, in order and with the record as key', async () => {
    const versions = [1, 2, 3];
    await under.bus.publish(
      topic,
      versions.flatMap((version) => [5, 6].map((entity_id) => anEvent({ entity_id, version }))),
    );
    const held = await tap.readAll(topic);
    for (const id of [5, 6]) {
      const ofRecord = held.filter(({ key }) => key === `booking:${id}`);
      expect(ofRecord.map(({ value }) => (JSON.parse(value) as { version: number }).version)).toEqual(versions);
      expect(new Set(ofRecord.map(({ partition }) => partition)).size).toBe(1);
    }
  });

  it('publishes events of up to 2 MB, and many large events in one call', async () => {
    const large = (size: number, entity_id: number) => anEvent({ entity_id, entity: { text: 'x'.repeat(size) } });
    await under.bus.publish(topic, [large(2_000_000, 1), ...[2, 3, 4, 5, 6, 7].map((id) => large(700_000, id))]);
    expect(await tap.readAll(topic)).toHaveLength(7);
  });

  it('refuses an event above 2 MB and later events of the same record, but publishes events of other records', async () => {
    const tooLarge = anEvent({ entity_id: 1, entity: { text: 'x'.repeat(2_200_000) } });
    const other = anEvent({ entity_id: 2 });
    const error: unknown = await under.bus
      .publish(topic, [tooLarge, other, anEvent({ entity_id: 1, version: 2 })])
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PublishError);
    expect((error as PublishError).acknowledged).toEqual(new Set([other.event_id]));
    expect((error as PublishError).message).toContain(tooLarge.event_id);
    expect(await tap.readAll(topic)).toHaveLength(1);
  });

  it('rejects a waiting publish call if an earlier publish call fails', async () => {
    const failing = under.bus.publish(topic, [anEvent({ entity: { text: 'x'.repeat(2_200_000) } })]);
    const behind = under.bus.publish(topic, [anEvent({ version: 2 })]);
    await expect(failing).rejects.toThrow(PublishError);
    await expect(behind).rejects.toThrow('must not overtake');
    await under.bus.publish(topic, [anEvent({ version: 3 })]);
    expect(await tap.readAll(topic)).toHaveLength(1);
  });

  it('reports the topic and the number of events of each publish call', async () => {
    await under.bus.publish(topic, [anEvent(), anEvent({ entity_id: 2 })]);
    expect(under.reportsOf('published')).toMatchObject([{ topic, events: 2 }]);
  });
});
