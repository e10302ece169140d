import { isDeepStrictEqual } from 'node:util';
import type { BookingRecord } from './booking-record';

/**
 * The fields of each category. A change of one of these fields belongs to that category. A change of any other field
 * belongs to the category `other`.
 */
const fieldsByCategory = {
  dates: ['arrival', 'departure'],
  charge: ['charges', 'total_amount', 'discount_code'],
  financial: ['total_paid', 'total_refunded', 'total_host_fees', 'total_owed'],
  availability: ['status', 'property_id', 'type', 'has_problem', 'overbooked_nights'],
} as const satisfies Record<string, readonly (keyof BookingRecord)[]>;

/** Fields that change only together with other fields. Those other fields determine the category of the change. */
const derived = new Set<keyof BookingRecord>([
  'updated_utc',
  'canceled_utc',
  'is_block',
  'property',
  'guest',
  'listing_site',
]);
const categorized = new Set<keyof BookingRecord>(Object.values(fieldsByCategory).flat());

/** Whether a booking with this status occupies its nights. */
export function occupies(status: BookingRecord['status']): boolean {
  return status !== 'canceled';
}

/**
 * The categories of a change of a booking. A new booking has a category for each kind of data that
 * it contains, such as `charge` if it has charges.
 * @param before the booking before the change; undefined for a new booking.
 */
export function bookingCategories(after: BookingRecord, before: BookingRecord | undefined): string[] {
  if (!before) {
    const categories = ['dates', 'other'];
    if (occupies(after.status)) categories.push('availability');
    else categories.push('canceled');
    if (after.charges.length > 0) categories.push('charge');
    if (after.total_paid !== 0 || after.total_refunded !== 0 || after.total_host_fees !== 0)
      categories.push('financial');
    return categories;
  }
  const changed = (Object.keys(after) as (keyof BookingRecord)[]).filter(
    (field) => !isDeepStrictEqual(after[field], before[field]),
  );
  const categories = Object.entries(fieldsByCategory)
    .filter(([, fields]) => fields.some((field) => changed.includes(field)))
    .map(([category]) => category);
  if (occupies(after.status) !== occupies(before.status)) categories.push('canceled');
  const nightsChanged = changed.includes('arrival') || changed.includes('departure');
  if (nightsChanged && (occupies(after.status) || occupies(before.status))) categories.push('availability');
  const result = new Set(categories.filter((category) => category !== 'financial' || isFinancial(changed)));
  if (changed.some((field) => !categorized.has(field) && !derived.has(field))) result.add('other');
  return [...result];
}

/**
 * Whether a change belongs to the category `financial`. If charges or status change, and `total_owed` changes only as a
 * result, the change does not belong to this category.
 */
function isFinancial(changed: readonly (keyof BookingRecord)[]): boolean {
  const moneyMoved = (['total_paid', 'total_refunded', 'total_host_fees'] as const).some((field) =>
    changed.includes(field),
  );
  return moneyMoved || !(['charges', 'status'] as const).some((field) => changed.includes(field));
}
