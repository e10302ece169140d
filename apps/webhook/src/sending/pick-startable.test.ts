import fc from 'fast-check';
import type { DueDelivery } from '../queue/due-deliveries';
import { pickStartable, recordKey } from './pick-startable';

const delivery = fc.record({
  subscription_id: fc.integer({ min: 1, max: 2 }),
  entity_id: fc.integer({ min: 1, max: 3 }),
  attempt_count: fc.constantFrom(0, 0, 1),
});
const queue = fc
  .array(delivery, { maxLength: 20 })
  .map((all) => all.map((fields, _id) => ({ _id, entity_type: 'booking', ...fields }) as DueDelivery));

/**
 * Runs a queue to its end, with answers in random order. @returns the deliveries in the order in which they were
 * started.
 */
function runThrough(all: DueDelivery[], room: number, chance: fc.Stream<number>): DueDelivery[] {
  const begun: DueDelivery[] = [];
  const underWay: DueDelivery[] = [];
  let waiting = all;
  while (waiting.length > 0 || underWay.length > 0) {
    const firsts = new Set(underWay.filter(({ attempt_count }) => attempt_count === 0).map(recordKey));
    const picked = pickStartable(waiting, firsts, room - underWay.length);
    expect(picked.length + underWay.length).toBeLessThanOrEqual(room);
    begun.push(...picked);
    underWay.push(...picked);
    waiting = waiting.filter((one) => !picked.includes(one));
    underWay.splice(chance.next().value! % underWay.length, 1);
  }
  return begun;
}

describe('pickStartable', () => {
  it('keeps the order of the first attempts for each record, and starts every delivery', () => {
    fc.assert(
      fc.property(queue, fc.integer({ min: 1, max: 8 }), fc.infiniteStream(fc.nat(1000)), (all, room, chance) => {
        const begun = runThrough(all, room, chance);
        expect([...begun].sort((a, b) => a._id - b._id)).toEqual(all);
        for (const key of new Set(all.map(recordKey))) {
          const firsts = begun.filter((one) => one.attempt_count === 0 && recordKey(one) === key);
          expect(firsts.map(({ _id }) => _id)).toEqual(firsts.map(({ _id }) => _id).sort((a, b) => a - b));
        }
      }),
    );
  });

  it('delays only first attempts for a record whose earlier first attempt is not finished', () => {
    const of = (_id: number, entity_id: number, attempt_count: number) =>
      ({ _id, subscription_id: 1, entity_type: 'booking', entity_id, attempt_count }) as DueDelivery;
    const waiting = [of(1, 1, 0), of(2, 1, 1), of(3, 2, 0), of(4, 2, 0)];
    const picked = pickStartable(waiting, new Set([recordKey(of(0, 1, 0))]), 8);
    expect(picked.map(({ _id }) => _id)).toEqual([2, 3]);
  });
});
