import { exactly, fraction, percentage, plus, rounded, times, ZERO, type Fraction } from './fraction';

/**
 * The change that a rate adjuster makes to the price of a night: a percentage, or an amount in
 * minor units. Negative values lower the price.
 */
export type PriceChange = { kind: 'percent'; percent: number } | { kind: 'amount'; amountMinor: number };

/**
 * Returns the price of a night after its rate adjusters, in minor units. Percentages are calculated
 * on the unadjusted rent. The percentages and the amounts are added to the rent. The price is never
 * below 0. The price is rounded once, half away from zero.
 */
export function adjustPrice(rentMinor: number, changes: readonly PriceChange[]): number {
  const amounts = changes.reduce((sum, change) => sum + amountOfChange(change), 0n);
  return Number(changedPrice(rentMinor, changes.map(shareOfChange).reduce(plus, ZERO), amounts));
}

/**
 * Returns the price of a night, given the sums of its changes, in minor units.
 * @param share the sum of the percentages, as a fraction of the rent.
 * @param amountMinor the sum of the amounts, in minor units.
 */
export function changedPrice(rentMinor: number, share: Fraction, amountMinor: bigint): bigint {
  const rent = exactly(rentMinor);
  const price = rounded(plus(plus(rent, times(rent, share)), fraction(amountMinor)));
  return price < 0n ? 0n : price;
}

/** The fraction of the rent that a change adds; 0 if the change is an amount. */
export function shareOfChange(change: PriceChange): Fraction {
  return change.kind === 'percent' ? percentage(change.percent) : ZERO;
}

/** The minor units that a change adds; 0 if the change is a percentage. */
export function amountOfChange(change: PriceChange): bigint {
  return change.kind === 'amount' ? BigInt(change.amountMinor) : 0n;
}
