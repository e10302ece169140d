import { foldedText } from '../folded-text';
import {
  BAND_MEASURES,
  type ChargedStay,
  type ChargeMode,
  type CountRange,
  type Criteria,
  type DefinitionTerms,
} from './charge-types';
import { matchingNights } from './match-nights';
import { NOT_ACTIVE, notForProperty, refusal, type Match, type Refusal } from './refusal';
import { arrivalOf, isInRanges, measureOf } from './stay-facts';
import { countRangeInWords, dateRangesInWords, measureInWords } from './words';

export function isPercentMode(mode: ChargeMode): boolean {
  return mode === 'percent_of_rent' || mode === 'percent_of_subtotal';
}

/**
 * Decides whether a surcharge or discount applies to a stay, and to which nights of the stay. Checks
 * the properties, listing sites and criteria of the definition.
 */
export function matchDefinition(definition: DefinitionTerms, stay: ChargedStay): Match {
  return (
    refusalByScope(definition, stay) ??
    refusalByCounts(definition.criteria, stay) ??
    refusalByDates(definition.criteria, stay) ??
    refusalByCode(definition.criteria, stay) ??
    matchingNights(definition, stay.nights)
  );
}

function refusalByScope(definition: DefinitionTerms, stay: ChargedStay): Refusal | undefined {
  const { property_ids, listing_site_ids, currency_code } = definition;
  if (!definition.active) return NOT_ACTIVE;
  if (property_ids.length > 0 && !property_ids.includes(stay.property_id)) return notForProperty(stay.property_id);
  if (
    listing_site_ids.length > 0 &&
    !(stay.listing_site_id !== null && listing_site_ids.includes(stay.listing_site_id))
  )
    return refusal(
      'listing_site_ids',
      stay.listing_site_id === null
        ? 'the stay has no listing site'
        : `it does not apply to listing site ${stay.listing_site_id}`,
    );
  if (!isPercentMode(definition.mode) && currency_code !== null && currency_code !== stay.currency_code)
    return refusal(
      'currency_code',
      `its amount is in ${currency_code}, the property's currency is ${stay.currency_code}`,
    );
  return undefined;
}

function refusalByCounts(criteria: Criteria, stay: ChargedStay): Refusal | undefined {
  for (const measure of BAND_MEASURES) {
    const range = criteria[measure];
    if (range === null) continue;
    const measured = measureOf(stay, measure);
    if (!isInRange(measured, range))
      return refusal(
        `criteria.${measure}`,
        `it needs ${countRangeInWords(range, measure)}; the stay has ${measureInWords(measured, measure)}`,
      );
  }
  return undefined;
}

function isInRange(count: number, { min, max }: CountRange): boolean {
  return (min === null || count >= min) && (max === null || count <= max);
}

function refusalByDates(criteria: Criteria, stay: ChargedStay): Refusal | undefined {
  const { arrival_dates, booked_dates } = criteria;
  const arrival = arrivalOf(stay);
  if (arrival_dates.length > 0 && !isInRanges(arrival, arrival_dates))
    return refusal(
      'criteria.arrival_dates',
      `it applies to arrivals ${dateRangesInWords(arrival_dates)}; the arrival is ${arrival}`,
    );
  if (booked_dates.length > 0 && !isInRanges(stay.booked_date, booked_dates))
    return refusal(
      'criteria.booked_dates',
      `it applies when booked ${dateRangesInWords(booked_dates)}; the stay was booked on ${stay.booked_date}`,
    );
  return undefined;
}

function refusalByCode({ discount_code }: Criteria, stay: ChargedStay): Refusal | undefined {
  if (discount_code === null || isSameCode(discount_code, stay.discount_code)) return undefined;
  return refusal('criteria.discount_code', 'it needs a discount code that the stay does not have');
}

/** Compares discount codes. Case and surrounding spaces do not matter. */
export function isSameCode(code: string, other: string | null): boolean {
  return other !== null && codeKey(code) === codeKey(other);
}

/** The form of a discount code that is the same for all spellings of the code. Blank for a blank code. */
export function codeKey(code: string): string {
  return foldedText(code.trim());
}
