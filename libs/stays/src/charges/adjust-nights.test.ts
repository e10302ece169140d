import fc from 'fast-check';
import { adjustNights } from './adjust-nights';
import type { PriceChange } from './adjust-price';
import type { StayAdjuster } from './adjust-rent';
import { calculateCharges } from './calculate-charges';
import { toMinor } from '../money';
import type { SurchargeDefinition } from './charge-types';
import { fraction, percentage, plus, rounded, times } from './fraction';
import { inputsOf, nights, stayOf, surcharge } from './worked-examples/example';

const stayNights = nights('2026-07-06', [100, 99.99, 0.05, 0, 100]);
const change: fc.Arbitrary<PriceChange> = fc.oneof(
  fc.record({
    kind: fc.constant('percent' as const),
    percent: fc.oneof(
      fc.constantFrom(-100, -33.333333, 0.5, 12.5, 50),
      fc.integer({ min: -100e6, max: 1000e6 }).map((millionths) => millionths / 1e6),
    ),
  }),
  fc.record({ kind: fc.constant('amount' as const), amountMinor: fc.integer({ min: -20_000, max: 20_000 }) }),
);
const adjusters = fc.array(fc.record({ change, nights: fc.subarray(stayNights) }), { maxLength: 8 }).map((all) =>
  all.map((some, index): StayAdjuster => ({
    applies: true,
    definition: surcharge('rate_adjuster', { id: index + 1 }),
    ...some,
  })),
);

/** A simple model of the rule: adds all changes to the rent exactly, then rounds the price. */
function priceOf(rentMinor: number, own: readonly StayAdjuster[]): bigint {
  const rent = fraction(BigInt(rentMinor));
  const price = rounded(
    own
      .map(({ change: one }) =>
        one.kind === 'percent' ? times(rent, percentage(one.percent)) : fraction(BigInt(one.amountMinor)),
      )
      .reduce(plus, rent),
  );
  return price < 0n ? 0n : price;
}

it('adjustNights changes the rent of each night only by the rate adjusters that apply to this night', () => {
  fc.assert(
    fc.property(adjusters, (all) => {
      const adjusted = adjustNights(stayNights, all, 'EUR');
      expect(adjusted).toEqual(
        stayNights.map((night) => {
          const own = all.filter((adjuster) => adjuster.nights.includes(night));
          return {
            night,
            adjusterIds: own.map(({ definition }) => definition.id),
            minor: priceOf(toMinor(night.rent, 'EUR'), own),
          };
        }),
      );
    }),
    { numRuns: 1000 },
  );
});

it('calculateCharges reads a rate adjuster equally often for stays of 20 and of 200 nights', () => {
  const readsFor = (count: number) => {
    let reads = 0;
    const watched = new Proxy(surcharge('rate_adjuster', { id: 1, percent: 1 }), {
      get: (definition, field) => {
        reads += 1;
        return definition[field as keyof SurchargeDefinition];
      },
    });
    const stay = stayOf({ nights: nights('2026-07-06', Array<number>(count).fill(100)) });
    calculateCharges(inputsOf({ name: '', charges: [], total: 0, stay, surcharges: [watched] }));
    return reads;
  };
  expect(readsFor(200)).toBe(readsFor(20));
});
