import { toMinor } from '../money';
import { amountOfChange, changedPrice, shareOfChange } from './adjust-price';
import type { StayAdjuster } from './adjust-rent';
import type { PricedNight } from './charge-types';
import { fraction, overOneDenominator } from './fraction';

/** A night with the adjusters that change its price, in their order, and the price in minor units. */
export interface AdjustedPrice {
  night: PricedNight;
  adjusterIds: number[];
  minor: bigint;
}

/**
 * The prices of nights after their adjusters. There may be thousands of both: what an adjuster does is taken apart once,
 * for each of its nights it is added as whole numbers, and each price is made of the sums.
 * @param adjusters of these very nights.
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
