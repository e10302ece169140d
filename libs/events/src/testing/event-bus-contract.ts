import { randomUUID } from 'node:crypto';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type ChangeEvent, resyncTopic } from '../change-event';
import { type DeadLetter, type EventBus, ImpossibleEvent } from '../event-bus';

/** A bus to test, and access to its dead letters. */
export interface BusUnderTest {
  bus: EventBus;
  deadLetters(): Promise<DeadLetter[]>;
}

/** A change event for tests. */
export function anEvent(part: Partial<ChangeEvent> = {}): ChangeEvent {
  return {
    event_id: randomUUID(),
    schema_version: 1,
    generation: 0,
    occurred_utc: '2026-07-01T10:00:00.000Z',
    user_id: 1,
    action: 'entity_update',
    entity_type: 'booking',
    entity_id: 1,
    version: 1,
    categories: ['other'],
    is_resync: false,
    entity: { id: 1 },
    private: {},
    ...part,
  };
}

/**
 * Waits until the condition holds.
 * @throws Error if it does not hold within the given milliseconds.
 */
async function until(condition: () => boolean, milliseconds = 20_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`did not come true within ${milliseconds} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Removes repeated events, and sorts the remaining ones by entity id. */
function withoutRepeats(events: readonly ChangeEvent[]): ChangeEvent[] {
  const first = new Map<string, ChangeEvent>();
  for (const event of events) if (!first.has(event.event_id)) first.set(event.event_id, event);
  return [...first.values()].sort((a, b) => a.entity_id - b.entity_id);
}

/** Defines the tests that every bus must pass. `make` returns a new bus. Each test has its own topics and groups. */
export function describeEventBus(name: string, make: () => Promise<BusUnderTest>): void {
  describe(`${name} as an event bus`, () => {
    let under: BusUnderTest;
    let topic: string;
    beforeEach(async () => {
      under = await make();
      topic = `topic-${randomUUID()}`;
    });
    afterEach(() => under.bus.close());

    it('delivers every event to every group, with all its fields', async () => {
      const got: Record<string, ChangeEvent[]> = { one: [], two: [] };
      for (const group of ['one', 'two']) {
        await under.bus.consume({ group, topic, handle: async (event) => void got[group]!.push(event) });
      }
      const events = [anEvent(), anEvent({ entity_id: 2, private: { secret: 'x' } })];
      await under.bus.publish(topic, events);
      await until(() => Object.values(got).every((list) => withoutRepeats(list).length === 2));
      // A broker under load may deliver an event twice.
      for (const list of Object.values(got)) expect(withoutRepeats(list)).toEqual(events);
    });

    it('keeps the order of the events of one record', async () => {
      const versions: number[] = [];
      await under.bus.consume({
        group: 'order',
        topic,
        handle: async (event) => {
          await new Promise((resolve) => setTimeout(resolve, event.version % 3));
          versions.push(event.version);
        },
      });
      const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
      await under.bus.publish(
        topic,
        numbers.slice(0, 25).map((version) => anEvent({ version })),
      );
      await under.bus.publish(
        topic,
        numbers.slice(25).map((version) => anEvent({ version })),
      );
      await until(() => versions.includes(50));
      expect([...new Set(versions)]).toEqual(numbers);
    });

    it('delivers a resync on a separate topic, with `resync_end` after all records of the entity type', async () => {
      const seen: Record<string, number[]> = { booking: [], guest: [] };
      await under.bus.consume({
        group: 'resync',
        topic: resyncTopic(topic),
        handle: async ({ entity_type, entity_id }) => {
          await new Promise((resolve) => setTimeout(resolve, entity_id % 3));
          seen[entity_type]!.push(entity_id);
        },
      });
      const records = Array.from({ length: 20 }, (_, index) => index + 1);
      const published = (entity_type: string, entity_id: number) =>
        anEvent({ entity_type, entity_id, is_resync: true });
      const all = records.flatMap((id) => [published('booking', id), published('guest', id)]);
      await under.bus.publish(resyncTopic(topic), all.slice(0, 22));
      await under.bus.publish(resyncTopic(topic), all.slice(22));
      await under.bus.publish(resyncTopic(topic), [published('booking', 0), published('guest', 0)]);
      await until(() => seen.booking!.includes(0) && seen.guest!.includes(0));
      // Events may be delivered twice, but in order and before the end mark of the resync (id 0).
      for (const ids of Object.values(seen)) expect([...new Set(ids)]).toEqual([...records, 0]);
    });

    it('retries a failed event before it delivers later events of the same record', async () => {
      const seen: number[] = [];
      let failures = 2;
      await under.bus.consume({
        group: 'retry',
        topic,
        handle: async (event) => {
          seen.push(event.version);
          if (event.version === 1 && failures-- > 0) throw new Error('the store is away');
        },
      });
      await under.bus.publish(topic, [anEvent({ version: 1 }), anEvent({ version: 2 })]);
      await until(() => seen.includes(2));
      expect(seen).toEqual([1, 1, 1, 2]);
    });

    it.each([
      ['an impossible event', new ImpossibleEvent('version 1 was never valid')],
      ['an event whose handler throws an ApiError below 500', new ApiError('bad_request', 'version 1 was never valid')],
    ])('stores %s as a dead letter, and continues with later events of the record', async (_name, error) => {
      const handled: number[] = [];
      let dead = 0;
      await under.bus.consume({
        group: 'strict',
        topic,
        handle: async (event) => {
          if (event.version === 1) throw error;
          handled.push(event.version);
        },
        onDead: () => void dead++,
      });
      const impossible = anEvent({ version: 1 });
      await under.bus.publish(topic, [impossible, anEvent({ version: 2 })]);
      await until(() => handled.includes(2));
      expect((await under.deadLetters()).filter((deadLetter) => deadLetter.topic === topic)).toMatchObject([
        { topic, group: 'strict', reason: 'version 1 was never valid', event: { event_id: impossible.event_id } },
      ]);
      expect(dead).toBe(1);
    });

    it('retries an event if its handler throws an ApiError with status 503', async () => {
      let attempts = 0;
      await under.bus.consume({
        group: 'waiting',
        topic,
        handle: async () => {
          if (++attempts < 3) throw new ApiError('unavailable', 'the pricing service cannot be asked at the moment');
        },
      });
      await under.bus.publish(topic, [anEvent()]);
      await until(() => attempts === 3);
      expect((await under.deadLetters()).filter((deadLetter) => deadLetter.topic === topic)).toEqual([]);
    });

    it('does not deliver events of topics that a group does not consume', async () => {
      const got: string[] = [];
      await under.bus.consume({ group: 'mine', topic, handle: async (event) => void got.push(event.event_id) });
      const mine = anEvent();
      await under.bus.publish(`${topic}-other`, [anEvent()]);
      await under.bus.publish(topic, [mine]);
      await until(() => got.length > 0);
      expect(got).toEqual([mine.event_id]);
    });

    it('waits on close for events that are being handled, and accepts no more events', async () => {
      let finished = false;
      let started = false;
      await under.bus.consume({
        group: 'slow',
        topic,
        handle: async () => {
          started = true;
          await new Promise((resolve) => setTimeout(resolve, 50));
          finished = true;
        },
      });
      const published = under.bus.publish(topic, [anEvent()]);
      await until(() => started);
      await under.bus.close();
      await published;
      expect(finished).toBe(true);
      await expect(under.bus.publish(topic, [anEvent()])).rejects.toThrow();
    });
  });
}
