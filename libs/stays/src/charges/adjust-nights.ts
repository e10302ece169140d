import { toMinor } from '../money';
import { amountOfChange, changedPrice, shareOfChange } from './adjust-price';
import type { StayAdjuster } from './adjust-rent';
import type { PricedNight } from './charge-types';
import { fraction, overOneDenominator } from './fraction';

/**
 * A night with its adjusted price in minor units, and the ids of the rate adjusters that changed
 * the price, in order.
 */
export interface AdjustedPrice {
  night: PricedNight;
  adjusterIds: number[];
  minor: bigint;
}

/**
 * Calculates the adjusted price of each night. There may be thousands of nights and adjusters, so
 * each adjuster is converted to whole numbers only once, and each price is rounded only once.
 * @param adjusters only adjusters that apply to the stay.
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
