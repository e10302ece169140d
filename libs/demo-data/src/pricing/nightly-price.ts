import { currencyOf, type PortfolioEntry } from '../portfolio';
import { seededRandom } from '../seeded-random';

/** The price of a night by bedrooms, in euros out of season; a room in a house costs less than a flat of one. */
const BY_BEDROOMS = [70, 95, 135, 180, 240, 320];
const ROOM = 78;

/** A plausible price at the place, in its currency. @param factor of the price out of season on a weekday. */
export function nightlyPrice({ key, currency, rhythm, bedrooms }: PortfolioEntry, factor: number): number {
  const { perEuro, step } = currencyOf(currency);
  const euros = rhythm === 'room' ? ROOM : BY_BEDROOMS[Math.min(bedrooms, BY_BEDROOMS.length - 1)]!;
  const own = seededRandom(`prices/${key}`).whole(90, 120) / 100;
  return Math.round((euros * own * factor * perEuro) / step) * step;
}

/** Weekends cost more, in cities Sundays cost less. */
export function nightlyRate(entry: PortfolioEntry, factor: number) {
  const weekend = nightlyPrice(entry, factor * 1.18);
  const sunday = entry.rhythm === 'city' ? { sunday: nightlyPrice(entry, factor * 0.92) } : {};
  return { amount: nightlyPrice(entry, factor), by_weekday: { friday: weekend, saturday: weekend, ...sunday } };
}
