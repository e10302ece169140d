import fc from 'fast-check';
import { valueFaults } from './value-faults';

const band = fc
  .record({ from: fc.integer({ min: 0, max: 12 }), length: fc.option(fc.integer({ min: 0, max: 5 })) })
  .map(({ from, length }) => ({ from, to: length === null ? null : from + length, amount: 1, percent: null }));

describe('the ranges of the amounts of a surcharge or discount', () => {
  it('are refused if they overlap, and accepted otherwise', () => {
    fc.assert(
      fc.property(fc.array(band, { maxLength: 5 }), (bands) => {
        const numbers = Array.from({ length: 30 }, (_, number) => number);
        const holding = (number: number) =>
          bands.filter(({ from, to }) => from <= number && (to === null || number <= to));
        const overlap = numbers.some((number) => holding(number).length > 1);
        const faults = valueFaults({
          type: 'custom',
          mode: 'per_stay',
          amount: null,
          percent: null,
          currency_code: 'EUR',
          amounts: bands,
        });
        expect(faults.some((fault) => fault.includes('overlap'))).toBe(overlap);
      }),
    );
  });
});
