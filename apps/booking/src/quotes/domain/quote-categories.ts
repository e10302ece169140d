import { isDeepStrictEqual } from 'node:util';
import { holdsNights } from './quote-status';
import type { QuoteRecord } from './quote-record';

const fieldsByCategory = {
  dates: ['arrival', 'departure'],
  charge: ['charges', 'total_amount', 'currency_code'],
  availability: ['status', 'property_id', 'hold_dates'],
} as const satisfies Record<string, readonly (keyof QuoteRecord)[]>;

/** Fields that change only together with other fields. Those other fields determine the category of the change. */
const derived = new Set<string>(['name', 'updated_utc', 'property', 'guest', 'listing_site', 'booking_id']);
const categorized = new Set<string>(Object.values(fieldsByCategory).flat());

/**
 * The categories of a change of a quote.
 * @param before the quote before the change; undefined when the quote is new or deleted. The change
 *   then has a category for each kind of data that the quote contains.
 */
export function quoteCategories(after: QuoteRecord, before: QuoteRecord | undefined): string[] {
  if (!before) {
    return [
      'dates',
      'other',
      ...(after.charges.length > 0 ? ['charge'] : []),
      ...(after.hold_dates ? ['availability'] : []),
    ];
  }
  const changed = (Object.keys(after) as (keyof QuoteRecord)[]).filter(
    (field) => !isDeepStrictEqual(after[field], before[field]),
  );
  const categories: string[] = Object.entries(fieldsByCategory)
    .filter(([, fields]) => fields.some((field) => changed.includes(field)))
    .map(([category]) => category);
  const nightsChanged = changed.includes('arrival') || changed.includes('departure');
  if (nightsChanged && (holdsNights(after.status, after.hold_dates) || holdsNights(before.status, before.hold_dates)))
    categories.push('availability');
  if (changed.some((field) => !categorized.has(field) && !derived.has(field))) categories.push('other');
  return categories;
}
