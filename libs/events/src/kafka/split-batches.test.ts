import fc from 'fast-check';
import { eventKey } from '../change-event';
import { anEvent } from '../testing/event-bus-contract';
import { splitBatches } from './split-batches';
import { MAX_EVENT_BYTES, partitionOf, PARTITIONS } from './topic-layout';

const someEvents = fc.array(
  fc
    .record({
      entity_id: fc.integer({ min: 1, max: 4 }),
      size: fc.constantFrom(10, 10, 1000, 400_000, 700_000, 2_200_000),
    })
    .map(({ entity_id, size }) => anEvent({ entity_id, entity: { text: 'x'.repeat(size) } })),
  { maxLength: 12 },
);

describe('splitBatches', () => {
  it('puts every event into exactly one batch or refuses it', () => {
    fc.assert(
      fc.property(someEvents, (events) => {
        const { batches, refused } = splitBatches(events);
        const sent = batches.flatMap(({ eventIds }) => eventIds);
        expect(new Set(sent).size).toBe(sent.length);
        expect(sent.length + refused.length).toBe(events.length);
      }),
      { numRuns: 50 },
    );
  });

  it('keeps the order of the events of a record, and sends none of them after a refused event', () => {
    fc.assert(
      fc.property(someEvents, (events) => {
        const sent = splitBatches(events).batches.flatMap(({ eventIds }) => eventIds);
        for (const key of new Set(events.map(eventKey))) {
          const ofRecord = events.filter((event) => eventKey(event) === key).map(({ event_id }) => event_id);
          const sentOfRecord = sent.filter((id) => ofRecord.includes(id));
          expect(sentOfRecord).toEqual(ofRecord.slice(0, sentOfRecord.length));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('makes no batch that is too large for a topic', () => {
    fc.assert(
      fc.property(someEvents, (events) => {
        const { batches, refused } = splitBatches(events);
        for (const { messages } of batches) {
          const bytes = messages.reduce((sum, { value }) => sum + value.length, 0);
          expect(messages.length === 1 || bytes <= 1_000_000).toBe(true);
          expect(bytes).toBeLessThan(MAX_EVENT_BYTES);
        }
        if (events.every((event) => JSON.stringify(event).length < 2_000_000)) expect(refused).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('uses the record as the key, and sends all events of a record to one partition', () => {
    const { batches } = splitBatches([anEvent({ entity_id: 7, version: 1 }), anEvent({ entity_id: 7, version: 2 })]);
    expect(batches[0]!.messages.map(({ key, partition }) => ({ key, partition }))).toEqual([
      { key: 'booking:7', partition: partitionOf('booking:7') },
      { key: 'booking:7', partition: partitionOf('booking:7') },
    ]);
  });

  it('distributes records over all partitions', () => {
    const used = new Set(Array.from({ length: 1000 }, (_, id) => partitionOf(`booking:${id}`)));
    expect(used).toEqual(new Set(Array.from({ length: PARTITIONS }, (_, partition) => partition)));
  });
});
