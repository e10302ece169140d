import { exactly, fraction, percentage, plus, rounded, times, ZERO, type Fraction } from './fraction';

/** What a rate adjuster does to the price of a night: a percentage of it, or minor units; negative ones lower it. */
export type PriceChange = { kind: 'percent'; percent: number } | { kind: 'amount'; amountMinor: number };

/**
 * The price of a night after its rate adjusters, in minor units: their percentages of the rent are added up, then their
 * amounts; it never falls below 0, and is rounded once, half away from zero.
 */
export function adjustPrice(rentMinor: number, changes: readonly PriceChange[]): number {
  const amounts = changes.reduce((sum, change) => sum + amountOfChange(change), 0n);
  return Number(changedPrice(rentMinor, changes.map(shareOfChange).reduce(plus, ZERO), amounts));
}

/**
 * The same for changes that are added up.
 * @param share the sum of their percentages.
 * @param amountMinor the sum of their amounts, in minor units.
 */
export function changedPrice(rentMinor: number, share: Fraction, amountMinor: bigint): bigint {
  const rent = exactly(rentMinor);
  const price = rounded(plus(plus(rent, times(rent, share)), fraction(amountMinor)));
  return price < 0n ? 0n : price;
}

/** The share of the rent that a change adds. */
export function shareOfChange(change: PriceChange): Fraction {
  return change.kind === 'percent' ? percentage(change.percent) : ZERO;
}

/** The minor units that a change adds to whatever the rent is. */
export function amountOfChange(change: PriceChange): bigint {
  return change.kind === 'amount' ? BigInt(change.amountMinor) : 0n;
}
