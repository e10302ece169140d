import { toMinor } from '../money';
import { amountOfChange, changedPrice, shareOfChange } from './adjust-price';
import type { StayAdjuster } from './adjust-rent';
import type { PricedNight } from './charge-types';
import { fraction, overOneDenominator } from './fraction';

/** A night with its adjusted price in minor units, and the ids of the adjusters that changed it, in order. */
export interface AdjustedPrice {
  night: PricedNight;
  adjusterIds: number[];
  minor: bigint;
}

/**
 * Calculates the adjusted price of each night. Each adjuster is converted to whole numbers once and each price is
 * rounded once, because there may be thousands of nights and adjusters.
 * @param adjusters only adjusters that apply to these nights.
 */
export function adjustNights(
  nights: readonly PricedNight[],
  adjusters: readonly StayAdjuster[],
  currencyCode: string,
): AdjustedPrice[] {
  const { numerators, denominator } = overOneDenominator(adjusters.map(({ change }) => shareOfChange(change)));
  const sums = new Map(nights.map((night) => [night, { adjusterIds: [] as number[], share: 0n, amountMinor: 0n }]));
  adjusters.forEach(({ definition: { id }, change, nights: changed }, index) => {
    const [share, amountMinor] = [numerators[index] ?? 0n, amountOfChange(change)];
    for (const night of changed) {
      const sum = sums.get(night);
      if (!sum) continue;
      sum.adjusterIds.push(id);
      sum.share += share;
      sum.amountMinor += amountMinor;
    }
  });
  return [...sums].map(([night, { adjusterIds, share, amountMinor }]) => {
    const rentMinor = toMinor(night.rent, currencyCode);
    return { night, adjusterIds, minor: changedPrice(rentMinor, fraction(share, denominator), amountMinor) };
  });
}
