import { fraction, plus, times, ZERO, type Fraction } from './fraction';
import type { Rent } from './rent-line';
import { total } from './shares';
import type { TaxedLine } from './tax-base';

/**
 * The share of each charge line that falls on some nights of a stay. The rent is divided in
 * proportion to the prices of the nights, the other lines evenly.
 */
export interface NightShares {
  rent: Fraction;
  others: Fraction;
}

export function nightShares(dates: ReadonlySet<string>, { byNight, minor }: Rent): NightShares {
  const prices = byNight.filter(({ date }) => dates.has(date)).map((night) => night.minor);
  return {
    rent: minor === 0n ? ZERO : fraction(total(prices), minor),
    others: fraction(BigInt(prices.length), BigInt(byNight.length)),
  };
}

/** Returns the exact sum of those parts of the lines that fall on the nights of the given shares. */
export function sumOnNights(lines: readonly TaxedLine[], { rent, others }: NightShares): Fraction {
  const sumOf = (isRent: boolean) =>
    fraction(total(lines.filter((line) => line.isRent === isRent).map(({ minor }) => minor)));
  return plus(times(sumOf(true), rent), times(sumOf(false), others));
}
