import { randomUUID } from 'node:crypto';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type KafkaForTests, startKafkaForTests } from '@keyhaven/testing/kafka/kafka-for-tests';
import { until } from '@keyhaven/testing/until';
import type { ChangeEvent } from '../change-event';
import { anEvent } from '../testing/event-bus-contract';
import { type BusForTests, busForTests } from './testing/bus-for-tests';
import { TopicTap } from './testing/topic-tap';
import { partitionOf } from './topic-layout';

describeWithKafka('a consumer of the Kafka bus', 'any', (source) => {
  let kafka: KafkaForTests;
  let tap: TopicTap;
  let topic: string;
  let group: string;
  const opened: BusForTests[] = [];
  const open = (options: Parameters<typeof busForTests>[1] = {}) => {
    const under = busForTests(kafka.brokers, options);
    opened.push(under);
    return under;
  };
  beforeAll(async () => {
    kafka = await startKafkaForTests(source);
    tap = new TopicTap(kafka.brokers);
  }, 180_000);
  afterAll(() => kafka.stop());
  beforeEach(() => {
    topic = `topic-${randomUUID()}`;
    group = `group-${randomUUID()}`;
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ bus }) => bus.close()));
  });

  it('starts with the oldest event if its group is new', async () => {
    const { bus, reportsOf } = open();
    const before = anEvent();
    await bus.publish(topic, [before]);
    const got: string[] = [];
    await bus.consume({ topic, group, handle: async (event) => void got.push(event.event_id) });
    await until(() => got.length > 0);
    expect(got).toEqual([before.event_id]);
    expect(reportsOf('consumed')).toMatchObject([{ topic, group, eventId: before.event_id }]);
  });

  it('handles other partitions and stays in its group if one partition fails for longer than the session timeout', async () => {
    const { bus, reportsOf } = open({ timing: { sessionMs: 6000, lastRetryMs: 300 } });
    const [stuck, free] = twoPartitions();
    const handled: ChangeEvent[] = [];
    let broken = true;
    await bus.consume({
      topic,
      group,
      handle: async (event) => {
        if (event.entity_id === stuck && broken) throw new Error('the store is away');
        handled.push(event);
        return Promise.resolve();
      },
    });
    await until(() => reportsOf('consumer_joined').length > 0);
    // Ignore restarts before the consumer joined the group: the broker might not have known the new
    // topic yet.
    const restartsBefore = reportsOf('consumer_restarts').length;
    const failingSince = Date.now();
    await bus.publish(topic, [anEvent({ entity_id: stuck, version: 1 }), anEvent({ entity_id: stuck, version: 2 })]);
    await until(() => reportsOf('paused').length > 0);
    for (let version = 1; Date.now() - failingSince < 7000 || version <= 3; version++) {
      await bus.publish(topic, [anEvent({ entity_id: free, version })]);
      await until(() => handled.some((event) => event.entity_id === free && event.version === version));
    }
    expect(handled.filter(({ entity_id }) => entity_id === stuck)).toEqual([]);
    broken = false;
    await until(() => handled.filter(({ entity_id }) => entity_id === stuck).length >= 2);
    expect(handled.filter(({ entity_id }) => entity_id === stuck).map(({ version }) => version)).toEqual([1, 2]);
    expect(Math.max(...reportsOf('paused').map(({ attempt }) => attempt))).toBeGreaterThan(3);
    expect(reportsOf('consumer_joined')).toHaveLength(1);
    expect(reportsOf('consumer_restarts')).toHaveLength(restartsBefore);
  });

  it('stays in its group while one handler works for longer than the session timeout', async () => {
    const { bus, reportsOf } = open({ timing: { sessionMs: 6000 } });
    let finish: (() => void) | undefined;
    let calls = 0;
    await bus.consume({
      topic,
      group,
      handle: () => {
        calls++;
        return new Promise((resolve) => (finish = resolve));
      },
    });
    await bus.publish(topic, [anEvent()]);
    const started = await until(() => finish && Date.now());
    await until(() => Date.now() - started > 7000);
    finish!();
    await until(async () => (await tap.committed(topic, group)) === 1);
    expect(calls).toBe(1);
    expect(reportsOf('consumer_joined')).toHaveLength(1);
  });

  it('commits an event only after it was handled, so that another process receives an event whose handling failed', async () => {
    const first = open();
    let seen = false;
    await first.bus.consume({
      topic,
      group,
      handle: () => {
        seen = true;
        return Promise.reject(new Error('never handled here'));
      },
    });
    await first.bus.publish(topic, [anEvent()]);
    await until(() => seen);
    await first.bus.close();
    expect(await tap.committed(topic, group)).toBe(0);
    const second = open();
    const got: ChangeEvent[] = [];
    await second.bus.consume({ topic, group, handle: async (event) => void got.push(event) });
    await until(() => got.length > 0);
  });

  it('commits handled events and leaves the group on close, so that the next process does not handle them again', async () => {
    const first = open();
    const got: number[] = [];
    await first.bus.consume({ topic, group, handle: async (event) => void got.push(event.version) });
    await first.bus.publish(
      topic,
      [1, 2, 3].map((version) => anEvent({ version })),
    );
    await until(() => got.length === 3);
    await first.bus.close();
    expect(await tap.members(group)).toBe(0);
    expect(await tap.committed(topic, group)).toBe(3);
    const second = open();
    const later: number[] = [];
    await second.bus.consume({ topic, group, handle: async (event) => void later.push(event.version) });
    await second.bus.publish(topic, [anEvent({ version: 4 })]);
    await until(() => later.length > 0);
    expect(later).toEqual([4]);
  });

  it('shares the partitions with other processes, and takes over the partitions of a process that leaves', async () => {
    const got: string[] = [];
    const replicas = [open(), open()];
    const handle = async (event: ChangeEvent) => void got.push(event.event_id);
    for (const { bus } of replicas) await bus.consume({ topic, group, handle });
    const sizes = () => replicas.map(({ reportsOf }) => reportsOf('consumer_joined').at(-1)?.partitions.length);
    await until(() => sizes().every((size) => size === 12));
    await replicas[0]!.bus.close();
    await until(() => sizes()[1] === 24);
    const events = Array.from({ length: 50 }, (_, index) => anEvent({ entity_id: index }));
    await replicas[1]!.bus.publish(topic, events);
    await until(() => new Set(got).size === 50);
  });

  it('can consume several topics in one group, and receives all events of each topic', async () => {
    const { bus } = open();
    const topics = [topic, `${topic}-b`, `${topic}-c`];
    const got = new Map(topics.map((name) => [name, new Set<string>()]));
    for (const name of topics) {
      await bus.consume({ topic: name, group, handle: async (event) => void got.get(name)!.add(event.event_id) });
    }
    for (const name of topics) {
      const events = Array.from({ length: 48 }, (_, index) => anEvent({ entity_id: index }));
      await bus.publish(name, events);
    }
    await until(() => [...got.values()].every((ids) => ids.size === 48));
  });

  it('handles events of other partitions while many events wait for a slow handler', async () => {
    const { bus } = open();
    const [slow, free] = twoPartitions();
    const got: ChangeEvent[] = [];
    await bus.consume({
      topic,
      group,
      handle: async (event) => {
        if (event.entity_id === slow) await new Promise((resolve) => setTimeout(resolve, 250));
        got.push(event);
      },
    });
    const versions = Array.from({ length: 32 }, (_, index) => index);
    await bus.publish(
      topic,
      versions.map((version) => anEvent({ entity_id: slow, version })),
    );
    await until(() => got.length > 0);
    await bus.publish(topic, [anEvent({ entity_id: free })]);
    await until(() => got.some(({ entity_id }) => entity_id === free));
    expect(got.length).toBeLessThan(versions.length);
    await until(() => got.length > versions.length);
    expect(got.filter(({ entity_id }) => entity_id === slow).map(({ version }) => version)).toEqual(versions);
  });
});

/** Two record ids whose events go to different partitions. */
function twoPartitions(): [number, number] {
  const other = [2, 3, 4, 5, 6].find((id) => partitionOf(`booking:${id}`) !== partitionOf('booking:1'));
  return [1, other!];
}
