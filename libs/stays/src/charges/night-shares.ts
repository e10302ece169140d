import { fraction, plus, times, ZERO, type Fraction } from './fraction';
import type { Rent } from './rent-line';
import { total } from './shares';
import type { TaxedLine } from './tax-base';

/**
 * The share of a stay's lines that falls on some of its nights. The rent is shared by the prices of the nights, other
 * lines evenly.
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

/** Returns the exact sum of the parts of some lines that fall on some nights. */
export function sumOnNights(lines: readonly TaxedLine[], { rent, others }: NightShares): Fraction {
  const sumOf = (isRent: boolean) =>
    fraction(total(lines.filter((line) => line.isRent === isRent).map(({ minor }) => minor)));
  return plus(times(sumOf(true), rent), times(sumOf(false), others));
}
