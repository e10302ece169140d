import { adjustNights } from './adjust-nights';
import { adjusterOf } from './adjust-rent';
import type { ChargedStay, PricedNight, SurchargeDefinition } from './charge-types';
import { amountOf } from './minor-amounts';
import { rentInWords } from './rent-line';
import { total } from './shares';

/**
 * Returns the price of a night for the calendar: its rent after the rate adjusters that depend only
 * on property, date, weekday and season. If no other adjusters apply to a stay, its rent is the sum
 * of these prices.
 * @param night a night with its rent in the property's currency.
 * @returns the amount in the property's currency.
 */
export function adjustedRate(
  night: PricedNight,
  property: Pick<ChargedStay, 'property_id' | 'currency_code'>,
  surcharges: readonly SurchargeDefinition[],
): number {
  // These adjusters do not depend on guests or booking dates, so any stay that includes this night
  // gives the right price.
  const stay: ChargedStay = {
    ...property,
    nights: [night],
    listing_site_id: null,
    adults: 1,
    children: 0,
    pets: 0,
    booked_date: night.date,
    discount_code: null,
    is_owner_booking: false,
  };
  const adjusters = surcharges
    .filter(isDecidedByNight)
    .map((definition) => adjusterOf(definition, stay))
    .filter((adjuster) => adjuster.applies);
  const { currency_code } = property;
  const rent = total(adjustNights([night], adjusters, currency_code).map(({ minor }) => minor));
  return amountOf(rent, currency_code, rentInWords(night));
}

/**
 * The fields that decide whether a rate adjuster depends only on the night. `criteria` may contain
 * criteria that this version does not know.
 */
interface NightTerms {
  type: string;
  listing_site_ids: readonly number[];
  amounts: readonly unknown[];
  criteria: object;
}

/** Whether a surcharge is a rate adjuster that depends only on property, date, weekday and season. */
export function isDecidedByNight({ type, listing_site_ids, amounts, criteria }: NightTerms): boolean {
  const { stay_dates: _dates, weekdays: _weekdays, ...others } = criteria as Record<string, unknown>;
  return (
    type === 'rate_adjuster' &&
    listing_site_ids.length === 0 &&
    amounts.length === 0 &&
    Object.values(others).every(isUnset)
  );
}

function isUnset(criterion: unknown): boolean {
  return criterion == null || (Array.isArray(criterion) && criterion.length === 0);
}
