import { weekdays } from '@keyhaven/contracts/pricing/rates';
import { weekdayOf } from '@keyhaven/stays/calendar-date';
import { isInSeason } from '../plan/demo-period';
import type { DemoPlan, PlannedSeason } from '../plan/demo-plan';

export type PlannedPrices = Pick<DemoPlan, 'propertyPricing' | 'seasons' | 'spotRates'>;

/**
 * Returns a function that returns the rent of a night, before rate adjusters, in the property's currency. The rent is
 * the first of these rates that exists: the spot rate, the rate of a season with a year, the rate of a yearly season,
 * the rate of the property.
 * @throws Error from that function if a night has no price.
 */
export function plannedRents({ propertyPricing, seasons, spotRates }: PlannedPrices) {
  const spots = new Map(
    spotRates.flatMap(({ property, body }) => body.map(({ date, amount }) => [`${property} ${date}`, amount] as const)),
  );
  const rated = seasons.filter(({ body }) => body.rate);
  const defaults = new Map(propertyPricing.map(({ key, body }) => [key, body.default_rate]));
  return (property: string, date: string): number => {
    const spot = spots.get(`${property} ${date}`);
    if (spot != null) return spot;
    const ofProperty = rated.filter((one) => one.property === property && isIn(one, date));
    const season = ofProperty.find(isDated) ?? ofProperty[0];
    const rate = season?.body.rate ?? defaults.get(property);
    if (!rate) throw new Error(`demo data: the night ${date} at ${property} has no price`);
    return rate.by_weekday?.[weekdays[weekdayOf(date)]] ?? rate.amount;
  };
}

function isDated({ body: { from } }: PlannedSeason): boolean {
  return from.length === 'yyyy-mm-dd'.length;
}

function isIn(season: PlannedSeason, date: string): boolean {
  return isInSeason(isDated(season) ? date : date.slice('yyyy-'.length), season.body);
}
