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
 * Sends all deliveries of a queue, with responses in random order.
 * @returns the deliveries in the order in which they were started.
 */
function runThrough(all: DueDelivery[], room: number, chance: fc.Stream<number>): DueDelivery[] {
  const started: DueDelivery[] = [];
  const inFlight: DueDelivery[] = [];
  let waiting = all;
  while (waiting.length > 0 || inFlight.length > 0) {
    const firsts = new Set(inFlight.filter(({ attempt_count }) => attempt_count === 0).map(recordKey));
    const picked = pickStartable(waiting, firsts, room - inFlight.length);
    expect(picked.length + inFlight.length).toBeLessThanOrEqual(room);
    started.push(...picked);
    inFlight.push(...picked);
    waiting = waiting.filter((one) => !picked.includes(one));
    inFlight.splice(chance.next().value! % inFlight.length, 1);
  }
  return started;
}

describe('pickStartable', () => {
  it('starts the first attempts for each record in order, and finally starts every delivery', () => {
    fc.assert(
      fc.property(queue, fc.integer({ min: 1, max: 8 }), fc.infiniteStream(fc.nat(1000)), (all, room, chance) => {
        const started = runThrough(all, room, chance);
        expect([...started].sort((a, b) => a._id - b._id)).toEqual(all);
        for (const key of new Set(all.map(recordKey))) {
          const firsts = started.filter((one) => one.attempt_count === 0 && recordKey(one) === key);
          expect(firsts.map(({ _id }) => _id)).toEqual(firsts.map(({ _id }) => _id).sort((a, b) => a - b));
        }
      }),
    );
  });

  it('delays only first attempts, until the previous first attempt for the same record has ended', () => {
    const of = (_id: number, entity_id: number, attempt_count: number) =>
      ({ _id, subscription_id: 1, entity_type: 'booking', entity_id, attempt_count }) as DueDelivery;
    const waiting = [of(1, 1, 0), of(2, 1, 1), of(3, 2, 0), of(4, 2, 0)];
    const picked = pickStartable(waiting, new Set([recordKey(of(0, 1, 0))]), 8);
    expect(picked.map(({ _id }) => _id)).toEqual([2, 3]);
  });
});
