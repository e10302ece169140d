import { randomUUID } from 'node:crypto';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type KafkaForTests, startKafkaForTests } from '@keyhaven/testing/kafka/kafka-for-tests';
import { until } from '@keyhaven/testing/until';
import type { ChangeEvent } from '../change-event';
import { ImpossibleEvent } from '../event-bus';
import { anEvent } from '../testing/event-bus-contract';
import type * as ClientSessions from './client-session';
import { deadLetterTopic, decodeDeadLetter } from './dead-letter';
import { type BusForTests, busForTests } from './testing/bus-for-tests';
import { TopicTap } from './testing/topic-tap';

/**
 * The mock below calls this function once: after a redrive has determined its range of dead letters,
 * and before the redrive reads them.
 */
let meanwhile: (() => Promise<unknown>) | undefined;
jest.mock('./client-session', () => {
  const real = jest.requireActual<typeof ClientSessions>('./client-session');
  return {
    openSession: (settings: never) => {
      const session = real.openSession(settings);
      const admin = session.kafka.admin.bind(session.kafka);
      session.kafka.admin = (config) => {
        const made = admin(config);
        const ask = made.fetchTopicOffsets.bind(made);
        made.fetchTopicOffsets = async (topic: string) => {
          const offsets = await ask(topic);
          const work = meanwhile;
          meanwhile = undefined;
          await work?.();
          return offsets;
        };
        return made;
      };
      return session;
    },
  };
});

describeWithKafka('a redrive of dead letters on Kafka', 'any', (source) => {
  const group = 'strict';
  let kafka: KafkaForTests;
  let tap: TopicTap;
  let topic: string;
  let buses: BusForTests[];
  /** The group's handler. By default it cannot handle any event. Tests replace it. */
  let handle: (event: ChangeEvent) => Promise<void>;
  beforeAll(async () => {
    kafka = await startKafkaForTests(source);
    tap = new TopicTap(kafka.brokers);
  }, 180_000);
  afterAll(() => kafka.stop());
  beforeEach(() => {
    topic = `topic-${randomUUID()}`;
    buses = [];
    handle = () => Promise.reject(new ImpossibleEvent('a mistake of ours'));
  });
  afterEach(() => Promise.all(buses.map(({ bus }) => bus.close())));

  /** Adds a process to the group. */
  async function join(timing: NonNullable<Parameters<typeof busForTests>[1]>['timing'] = {}): Promise<BusForTests> {
    const one = busForTests(kafka.brokers, { timing });
    buses.push(one);
    await one.bus.consume({ topic, group, handle: (event) => handle(event) });
    return one;
  }

  /** Publishes events that all become dead letters. */
  async function bury(events: ChangeEvent[]): Promise<void> {
    await buses[0]!.bus.publish(topic, events);
    await until(async () => (await tap.committed(topic, group)) === events.length);
  }

  const versionsHeld = async () =>
    (await tap.readAll(deadLetterTopic(topic, group))).map(
      ({ value }) => decodeDeadLetter(Buffer.from(value)).event!.version,
    );
  const events = (count: number) => Array.from({ length: count }, (_, index) => anEvent({ version: index + 1 }));

  it('counts no dead letters if another process has redriven all of them in the meantime', async () => {
    const [one, other] = [await join(), await join()];
    await bury(events(2));
    handle = () => Promise.resolve();
    let first: unknown;
    meanwhile = async () => (first = await other.bus.redriveDeadLetters(topic, group));
    expect(await one.bus.redriveDeadLetters(topic, group)).toEqual({ redriven: 0, dead: 0 });
    expect(first).toEqual({ redriven: 2, dead: 0 });
  });

  it('counts no dead letters if another process has redriven all of them, and none could be handled', async () => {
    const [one, other] = [await join(), await join()];
    await bury(events(2));
    meanwhile = () => other.bus.redriveDeadLetters(topic, group);
    expect(await one.bus.redriveDeadLetters(topic, group)).toEqual({ redriven: 0, dead: 0 });
    expect(await versionsHeld()).toEqual([1, 2]);
  });

  it('continues at its position after the broker has removed the process from its group', async () => {
    const sessionMs = 6_000;
    const one = await join({ sessionMs });
    // Each event is larger than one fetch, so that the redrive needs several fetches.
    await bury([1, 2, 3].map((version) => anEvent({ version, entity: { text: '"'.repeat(1_000_000) } })));
    const got: number[] = [];
    handle = async ({ version }) => {
      got.push(version);
      // Blocks the process for longer than the session timeout, so that it sends no heartbeat.
      if (version === 2) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, sessionMs + 2_000);
      await Promise.resolve();
    };
    expect(await one.bus.redriveDeadLetters(topic, group)).toEqual({ redriven: 3, dead: 0 });
    expect(got).toEqual([1, 2, 3]);
    expect(await versionsHeld()).toEqual([]);
  });

  it('ends after the current dead letter when the bus is closed, and keeps the later ones', async () => {
    const one = await join();
    await bury(events(3));
    const got: number[] = [];
    let finish!: () => void;
    handle = ({ version }) => {
      got.push(version);
      return new Promise((resolve) => (finish = resolve));
    };
    const redriven = one.bus.redriveDeadLetters(topic, group);
    const refused = expect(redriven).rejects.toThrow('the bus is closed');
    await until(() => got.length === 1);
    const closed = one.bus.close();
    finish();
    await Promise.all([refused, closed]);
    expect(got).toEqual([1]);
    expect(await versionsHeld()).toEqual([2, 3]);
    await expect(one.bus.redriveDeadLetters(topic, group)).rejects.toThrow('the bus is closed');
  });

  it('does not prevent the bus from closing if the handler of the current dead letter never finishes', async () => {
    const one = await join({ closeMs: 2_000 });
    await bury(events(1));
    let inHand = false;
    let finish!: () => void;
    handle = () => {
      inHand = true;
      return new Promise((resolve) => (finish = resolve));
    };
    const redriven = one.bus.redriveDeadLetters(topic, group).catch((error: Error) => error.message);
    await until(() => inHand);
    await one.bus.close();
    expect(await versionsHeld()).toEqual([1]);
    finish();
    expect(await redriven).toEqual({ redriven: 1, dead: 0 });
  });
});
