import fc from 'fast-check';
import { anyPricingInputs } from '../testing/any-pricing-inputs';
import { inputsOf, occupancyOf } from '../testing/pricing-inputs';
import { changedRanges } from './changed-ranges';
import { computeNights } from './compute-nights';

const july = (inputs = inputsOf()) => computeNights(inputs, '2026-07-01', '2026-07-31');

describe('the nights that changed', () => {
  it('are none between equal answers', () => {
    fc.assert(
      fc.property(anyPricingInputs, (inputs) => {
        const { date } = inputs.now;
        const nights = computeNights(inputs, date, '2029-01-01');
        expect(changedRanges(nights, computeNights({ ...inputs }, date, '2029-01-01'))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('of a new booking are its nights, its gaps, and the day of departure', () => {
    const property = { requiredGapBefore: 1, requiredGapAfter: 1 };
    const booked = inputsOf({ property, occupancies: [occupancyOf(1, '2026-07-10', '2026-07-12')] });
    expect(changedRanges(july(inputsOf({ property })), july(booked))).toEqual([
      { from: '2026-07-09', to: '2026-07-12' },
    ]);
  });

  it('are told in runs, with those that only one answer has', () => {
    const spotRate = { amountMinor: 1_00, minNights: null, isArrivalDisallowed: null, isDepartureDisallowed: null };
    const changed = inputsOf({
      property: { bookingWindowDays: 28 },
      spotRates: new Map([
        ['2026-07-05', spotRate],
        ['2026-07-06', spotRate],
        ['2026-07-08', spotRate],
      ]),
    });
    const ranges = [
      { from: '2026-07-05', to: '2026-07-06' },
      { from: '2026-07-08', to: '2026-07-08' },
      { from: '2026-07-29', to: '2026-07-31' },
    ];
    expect(changedRanges(july(), july(changed))).toEqual(ranges);
    expect(changedRanges(july(changed), july())).toEqual(ranges);
  });
});
