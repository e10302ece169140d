import type { PortfolioEntry } from '../properties/portfolio-entry';
import { seededRandom } from '../random/seeded-random';

/** What a night costs by bedrooms, in euros out of season; a room in a house costs less than a flat of one. */
const BY_BEDROOMS = [70, 95, 135, 180, 240, 320];
const ROOM = 78;

/** How much of a currency is a euro, about, and the steps in which hosts write prices in it. */
const currencies: Readonly<Record<string, { perEuro: number; step: number }>> = {
  EUR: { perEuro: 1, step: 1 },
  GBP: { perEuro: 0.85, step: 1 },
  CHF: { perEuro: 1.3, step: 5 },
  SEK: { perEuro: 11, step: 10 },
  USD: { perEuro: 1.15, step: 1 },
  CAD: { perEuro: 1.5, step: 1 },
  MXN: { perEuro: 14, step: 50 },
  JPY: { perEuro: 150, step: 500 },
  KWD: { perEuro: 0.4, step: 0.5 },
  AUD: { perEuro: 1.7, step: 5 },
  NZD: { perEuro: 1.75, step: 5 },
  ZAR: { perEuro: 14, step: 50 },
};

/**
 * A price that is plausible at the place, in its currency. @param factor of the price out of season on a weekday.
 * @throws Error for a currency that no property had so far.
 */
export function nightlyPrice(entry: PortfolioEntry, factor: number): number {
  const currency = currencies[entry.currency];
  if (!currency) throw new Error(`demo data: how much a night costs in ${entry.currency} is not known`);
  const euros = entry.rhythm === 'room' ? ROOM : BY_BEDROOMS[Math.min(entry.bedrooms, BY_BEDROOMS.length - 1)]!;
  const own = seededRandom(`prices/${entry.key}`).whole(90, 120) / 100;
  return Math.round((euros * own * factor * currency.perEuro) / currency.step) * currency.step;
}

/** Weekends cost more, in cities on Sundays less. */
export function nightlyRate(entry: PortfolioEntry, factor: number) {
  const weekend = nightlyPrice(entry, factor * 1.18);
  const sunday = entry.rhythm === 'city' ? { sunday: nightlyPrice(entry, factor * 0.92) } : {};
  return { amount: nightlyPrice(entry, factor), by_weekday: { friday: weekend, saturday: weekend, ...sunday } };
}
