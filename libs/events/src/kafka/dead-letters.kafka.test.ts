import { randomUUID } from 'node:crypto';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type KafkaForTests, startKafkaForTests } from '@keyhaven/testing/kafka/kafka-for-tests';
import { until } from '@keyhaven/testing/until';
import type { ChangeEvent } from '../change-event';
import { ImpossibleEvent } from '../event-bus';
import { anEvent } from '../testing/event-bus-contract';
import { decodeDeadLetter, deadLetterTopic } from './dead-letter';
import { type BusForTests, busForTests } from './testing/bus-for-tests';
import { TopicTap } from './testing/topic-tap';
import { partitionOf } from './topic-layout';

describeWithKafka('the handling of dead letters on Kafka', 'any', (source) => {
  let kafka: KafkaForTests;
  let tap: TopicTap;
  let under: BusForTests;
  let topic: string;
  const group = 'strict';
  beforeAll(async () => {
    kafka = await startKafkaForTests(source);
    tap = new TopicTap(kafka.brokers);
  }, 180_000);
  afterAll(() => kafka.stop());
  beforeEach(() => {
    topic = `topic-${randomUUID()}`;
    under = busForTests(kafka.brokers);
  });
  afterEach(() => under.bus.close());

  const storedDeadLetters = async () =>
    (await tap.readAll(deadLetterTopic(topic, group))).map(({ key, value }) => ({
      sentUnder: key,
      ...decodeDeadLetter(Buffer.from(value)),
    }));

  it('stores a dead letter with the key and the original bytes of an event that can never be handled', async () => {
    await under.bus.consume({
      topic,
      group,
      handle: () => Promise.reject(new ImpossibleEvent('no such account')),
    });
    const event = anEvent();
    // These bytes would change if the event were parsed and serialized again.
    const original = JSON.stringify(event).replace('{', '{ "added_later" : 1.0,');
    await tap.put(topic, [{ key: 'booking:1', value: original, partition: partitionOf('booking:1') }]);
    await until(async () => (await tap.committed(topic, group)) === 1);
    const [deadLetter] = await storedDeadLetters();
    expect(deadLetter).toMatchObject({ sentUnder: 'booking:1', topic, group, reason: 'no such account', event });
    expect(Buffer.from(deadLetter!.original!, 'base64').toString()).toBe(original);
    expect(under.deadLetters).toMatchObject([{ reason: 'no such account' }]);
    expect(under.reportsOf('dead')).toMatchObject([{ topic, group, eventId: event.event_id }]);
  });

  it('stores unreadable messages as dead letters, and continues with later events', async () => {
    const got: string[] = [];
    await under.bus.consume({ topic, group, handle: async (event) => void got.push(event.event_id) });
    const readable = anEvent();
    const partition = partitionOf('booking:1');
    await tap.put(topic, [
      { key: 'booking:1', value: '{"event_id":', partition },
      { key: 'booking:1', value: '{"event_id":7}', partition },
      { key: 'booking:1', value: null, partition },
      { key: 'booking:1', value: JSON.stringify(readable), partition },
    ]);
    await until(() => got.length > 0);
    expect(got).toEqual([readable.event_id]);
    expect((await storedDeadLetters()).map(({ reason }) => reason)).toEqual([
      expect.stringContaining('not JSON'),
      expect.stringContaining('not a change event'),
      'the message has no value',
    ]);
  });

  it('stores a dead letter for an event of the largest allowed size', async () => {
    await under.bus.consume({ topic, group, handle: () => Promise.reject(new ImpossibleEvent('never')) });
    await under.bus.publish(topic, [anEvent({ entity: { text: '"'.repeat(1_000_000) } })]);
    await until(() => under.deadLetters.length > 0);
    expect(await storedDeadLetters()).toHaveLength(1);
  });

  it('delivers dead letters to the handler again in order, and deletes them', async () => {
    const got: ChangeEvent[] = [];
    let mended = false;
    await under.bus.consume({
      topic,
      group,
      handle: (event) => {
        if (!mended) return Promise.reject(new ImpossibleEvent('a mistake of ours'));
        got.push(event);
        return Promise.resolve();
      },
    });
    const events = [1, 2, 3].map((version) => anEvent({ version }));
    await under.bus.publish(topic, events);
    await until(() => under.deadLetters.length === 3);
    mended = true;
    expect(await under.bus.redriveDeadLetters(topic, group)).toEqual({ redriven: 3, dead: 0 });
    expect(got).toEqual(events);
    expect(await storedDeadLetters()).toEqual([]);
    expect(await under.bus.redriveDeadLetters(topic, group)).toEqual({ redriven: 0, dead: 0 });
  });

  it('passes isRedriven to the handler during a redrive, and keeps an event that still cannot be handled', async () => {
    const redriven: unknown[] = [];
    await under.bus.consume({
      topic,
      group,
      handle: (_event, _trace, isRedriven) => {
        redriven.push(isRedriven);
        return Promise.reject(new ImpossibleEvent('still'));
      },
    });
    await under.bus.publish(topic, [anEvent({ version: 1 })]);
    await until(() => under.deadLetters.length === 1);
    expect(await under.bus.redriveDeadLetters(topic, group)).toEqual({ redriven: 0, dead: 1 });
    expect(await storedDeadLetters()).toMatchObject([{ reason: 'still', event: { version: 1 } }]);
    expect(redriven).toEqual([undefined, true]);
  });

  it('stops a redrive when a handler fails, and keeps the failed dead letter and the later ones', async () => {
    let mode: 'impossible' | 'second fails' = 'impossible';
    await under.bus.consume({
      topic,
      group,
      handle: (event) => {
        if (mode === 'impossible') return Promise.reject(new ImpossibleEvent('no'));
        return event.version === 2 ? Promise.reject(new Error('the store is away')) : Promise.resolve();
      },
    });
    await under.bus.publish(
      topic,
      [1, 2, 3].map((version) => anEvent({ version })),
    );
    await until(() => under.deadLetters.length === 3);
    mode = 'second fails';
    await expect(under.bus.redriveDeadLetters(topic, group)).rejects.toThrow('the store is away');
    expect((await storedDeadLetters()).map(({ event }) => event!.version)).toEqual([2, 3]);
  });

  it('refuses to redrive for a group that does not consume the topic in this process', async () => {
    await expect(under.bus.redriveDeadLetters(topic, group)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('does not consume') as string,
    });
  });
});
