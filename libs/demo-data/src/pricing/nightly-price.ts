import { currencyOf, type PortfolioEntry } from '../plan/portfolio';
import { seededRandom } from '../plan/seeded-random';

/**
 * The low-season price of a night in euros; the index is the number of bedrooms. A single room in a
 * house has its own price, below that of a flat with one bedroom.
 */
const BY_BEDROOMS = [70, 95, 135, 180, 240, 320];
const ROOM = 78;

/**
 * Returns a plausible price for a night at a property, in its currency.
 * @param factor the factor by which the low-season weekday price is multiplied.
 */
export function nightlyPrice({ key, rhythm, body }: PortfolioEntry, factor: number): number {
  const { perEuro, step } = currencyOf(body.currency_code);
  const euros = rhythm === 'room' ? ROOM : BY_BEDROOMS[Math.min(body.bedrooms, BY_BEDROOMS.length - 1)]!;
  const own = seededRandom(`prices/${key}`).whole(90, 120) / 100;
  return Math.round((euros * own * factor * perEuro) / step) * step;
}

/**
 * Returns a rate with higher prices for Friday and Saturday nights and, in cities, lower prices for
 * Sunday nights.
 */
export function nightlyRate(entry: PortfolioEntry, factor: number) {
  const weekend = nightlyPrice(entry, factor * 1.18);
  const sunday = entry.rhythm === 'city' ? { sunday: nightlyPrice(entry, factor * 0.92) } : {};
  return { amount: nightlyPrice(entry, factor), by_weekday: { friday: weekend, saturday: weekend, ...sunday } };
}
