import fc from 'fast-check';
import { applyDiscounts, type DiscountBasis, type Discounted, type ReadyDiscount } from './apply-discounts';
import { calculateCharges } from './calculate-charges';
import type { DiscountDefinition } from './charge-types';
import { chooseDiscounts, LOST_TO_ANOTHER } from './choose-discounts';
import { moneyInWords } from './minor-amounts';
import type { Refusals } from './refusal';
import { linesInOrder } from './shown-order';
import { discount, inputsOf, stayOf, surcharge } from './worked-examples/example';

const percent = fc.constantFrom(0.001, 1, 10, 33.333333, 60);
const small = fc.integer({ min: 0, max: 300 }).map(BigInt);

const basis: fc.Arbitrary<DiscountBasis> = fc.record({
  currencyCode: fc.constant('EUR'),
  rent: small,
  surcharges: fc.array(
    small.map((minor) => ({
      applies: true as const,
      definition: surcharge('cleaning', { id: 1 }),
      minor,
      rate: 1,
      computation: '',
    })),
    { maxLength: 2 },
  ),
  subtotalSurcharges: fc.array(
    percent.map((rate) => ({
      applies: true as const,
      definition: surcharge('custom', { id: 2 }),
      rate,
      note: '',
      nights: [],
    })),
    { maxLength: 2 },
  ),
});

/**
 * Generates discounts with only a few different positions and amounts, so that two discounts often
 * have the same position or amount. The ids are not in the order of the positions.
 */
const discounts = fc
  .array(fc.tuple(fc.boolean(), fc.nat(2), fc.boolean(), fc.constantFrom(0n, 40n, 40n, 100n, 250n), percent), {
    maxLength: 9,
  })
  .map((all) =>
    all.map(([isOnRent, position, is_combinable, minor, rate], index): ReadyDiscount => {
      const id = 10 + ((index * 7) % 10);
      const definition = discount('promotion', { id, position, is_combinable });
      return isOnRent
        ? { applies: true, on: 'rent', definition, line: { applies: true, definition, minor, rate, computation: '' } }
        : {
            applies: true,
            on: 'subtotal',
            definition,
            applicable: { applies: true, definition, rate, note: '', nights: [] },
          };
    }),
  );

/**
 * A simple model of the rule: applies each non-combinable discount together with the combinable
 * ones, and compares the results.
 */
function chooseByTrial(given: DiscountBasis, ready: readonly ReadyDiscount[]) {
  const refused = new Map<number, { field: string; reason: string }>();
  const nothingLeft = { field: 'amount', reason: 'nothing is left that it could take off' };
  const taken = (chosen: readonly ReadyDiscount[]) => applyDiscounts(given, linesInOrder(chosen));
  const combinable = ready.filter(({ definition }) => definition.is_combinable);
  let best: { tried: ReadyDiscount; minor: bigint } | undefined;
  const rivals = ready
    .filter(({ definition }) => !definition.is_combinable)
    .map((tried) => {
      const line = taken([...combinable, tried]).discounts.find(({ definition }) => definition === tried.definition);
      return { tried, minor: line!.minor };
    });
  for (const rival of rivals) {
    const isBetter = !best || rival.minor > best.minor;
    const isSame = best && rival.minor === best.minor && rival.tried.definition.id < best.tried.definition.id;
    if (rival.minor > 0n && (isBetter || isSame)) best = rival;
  }
  for (const { tried, minor } of rivals)
    if (minor === 0n) refused.set(tried.definition.id, nothingLeft);
    else if (best && tried !== best.tried)
      refused.set(tried.definition.id, {
        field: LOST_TO_ANOTHER,
        reason: `it takes off ${moneyInWords(minor, 'EUR')}, "${best.tried.definition.description}" takes off ${moneyInWords(best.minor, 'EUR')}`,
      });
  const applied = taken(best ? [...combinable, best.tried] : combinable);
  for (const { definition, minor } of applied.discounts) if (minor === 0n) refused.set(definition.id, nothingLeft);
  const chosen: Discounted = { ...applied, discounts: applied.discounts.filter(({ minor }) => minor > 0n) };
  return { chosen, refused };
}

it('chooseDiscounts chooses the same discounts as a model that tries every non-combinable discount', () => {
  fc.assert(
    fc.property(basis, discounts, (given, ready) => {
      const refusals: Refusals<DiscountDefinition> = new Map();
      const chosen = chooseDiscounts(given, ready, refusals);
      const refused = new Map([...refusals].map(([{ id }, { field, reason }]) => [id, { field, reason }]));
      expect({ chosen, refused }).toEqual(chooseByTrial(given, ready));
    }),
    { numRuns: 2000 },
  );
});

it('calculateCharges reads a discount equally often among 20 and among 200 other discounts', () => {
  const readsAmong = (rivals: number) => {
    let reads = 0;
    const combinable = discount('promotion', { id: 1, mode: 'percent_of_subtotal', percent: 1, is_combinable: true });
    const watched = new Proxy(combinable, {
      get: (definition, field) => {
        reads += 1;
        return definition[field as keyof DiscountDefinition];
      },
    });
    const others = Array.from({ length: rivals }, (_, index) =>
      discount('promotion', { id: index + 2, mode: 'percent_of_subtotal', percent: 2 }),
    );
    calculateCharges(inputsOf({ name: '', charges: [], total: 0, stay: stayOf(), discounts: [watched, ...others] }));
    return reads;
  };
  expect(readsAmong(200)).toBe(readsAmong(20));
});
