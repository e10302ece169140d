import fc from 'fast-check';
import { containedTaxes } from './contained-tax';
import { dividedBy, fraction, percentage, plus, rounded, times, ZERO } from './fraction';
import { fromMinor } from '../money';
import type { Rent } from './rent-line';
import type { TaxedLine } from './tax-base';
import type { OwedTax } from './tax-lines';
import { nights, stayOf, tax } from './worked-examples/example';

const dates = nights('2026-07-06', [1, 1, 1, 1]).map(({ date }) => date);
const rents = fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: dates.length, maxLength: dates.length });
const lines = fc.array(fc.record({ category: fc.constantFrom('cleaning', 'pet', 'linen'), minor: fc.nat(20_000) }), {
  maxLength: 4,
});
const taxes = fc.array(
  fc.record({
    rate: fc.constantFrom(5, 10, 7.123457, 19),
    dates: fc.subarray(dates, { minLength: 1 }),
    applies_to: fc.option(fc.subarray(['rent', 'cleaning', 'pet', 'linen'] as const, { minLength: 1 })),
  }),
  { minLength: 1, maxLength: 4 },
);

it('containedTaxes calculates all inclusive taxes on the same line and night from one common net price', () => {
  fc.assert(
    fc.property(rents, lines, taxes, (prices, others, wanted) => {
      const byNight = prices.map((minor, index) => ({ date: dates[index]!, minor: BigInt(minor) }));
      const minor = byNight.reduce((sum, night) => sum + night.minor, 0n);
      const rent: Rent = { byNight, minor, computation: '', nights: [], adjusters: [] };
      const all: TaxedLine[] = [
        { description: 'Rent', category: 'rent', isTaxable: true, minor, isRent: true },
        ...others.map(({ category, minor: of }) => ({
          description: category,
          category: category,
          isTaxable: true,
          minor: BigInt(of),
          isRent: false,
        })),
      ];
      const owed = wanted.map(({ rate, dates: own, applies_to }, index): OwedTax => ({
        applies: true,
        definition: tax({ id: index + 1, percent: rate, applies_to, is_inclusive: true }),
        rate,
        dates: new Set(own),
        lines: all.filter(({ category }) => !applies_to || applies_to.some((word) => word === category)),
      }));
      const priceOf = (line: TaxedLine, night: { minor: bigint }) =>
        line.isRent ? fraction(night.minor) : fraction(line.minor, BigInt(dates.length));
      const expected = owed.map((one) => {
        const parts = one.lines.flatMap((line) =>
          byNight
            .filter(({ date }) => one.dates.has(date))
            .map((night) => {
              const beside = owed.filter((other) => other.lines.includes(line) && other.dates.has(night.date));
              const gross = beside.map(({ rate }) => percentage(rate)).reduce(plus, fraction(1n));
              return dividedBy(times(priceOf(line, night), percentage(one.rate)), gross);
            }),
        );
        return fromMinor(Number(rounded(parts.reduce(plus, ZERO))), 'EUR');
      });
      const contained = containedTaxes(owed, stayOf({ nights: nights(dates[0]!, prices) }), rent, new Map());
      const amounts = new Map(contained.map(({ tax_id, amount }) => [tax_id, amount]));
      expect(owed.map(({ definition }) => amounts.get(definition.id) ?? 0)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
