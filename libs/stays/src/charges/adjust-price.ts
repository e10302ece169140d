import { exactly, fraction, percentage, plus, rounded, times } from './fraction';

/** What a rate adjuster does to the price of a night: a percentage of it, or minor units; negative ones lower it. */
export type PriceChange = { kind: 'percent'; percent: number } | { kind: 'amount'; amountMinor: number };

/**
 * The price of a night after its rate adjusters, in minor units: their percentages of the rent are added up, then their
 * amounts; it never falls below 0, and is rounded once, half away from zero.
 */
export function adjustPrice(rentMinor: number, changes: readonly PriceChange[]): number {
  const rent = exactly(rentMinor);
  const price = rounded(
    changes
      .map((change) =>
        change.kind === 'percent' ? times(rent, percentage(change.percent)) : fraction(BigInt(change.amountMinor)),
      )
      .reduce(plus, rent),
  );
  return Number(price < 0n ? 0n : price);
}
