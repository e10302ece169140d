import { isDeepStrictEqual } from 'node:util';
import type { BookingRecord } from './booking-record';

/** Which fields belong to which category of a booking's changes; every other field is `other`. */
const fieldsByCategory = {
  dates: ['arrival', 'departure'],
  charge: ['charges', 'total_amount', 'discount_code'],
  financial: ['total_paid', 'total_refunded', 'total_host_fees', 'total_owed'],
  availability: ['status', 'property_id', 'type', 'has_problem', 'overbooked_nights'],
} as const satisfies Record<string, readonly (keyof BookingRecord)[]>;

/** Fields that are derived from others and have no category of their own. */
const derived = new Set<keyof BookingRecord>([
  'updated_utc',
  'canceled_utc',
  'is_block',
  'property',
  'guest',
  'listing_site',
]);
const categorized = new Set<keyof BookingRecord>(Object.values(fieldsByCategory).flat());

/** Whether a booking of this status takes its nights. */
export function occupies(status: BookingRecord['status']): boolean {
  return status !== 'canceled';
}

/**
 * The categories that a change of a booking touches (specification, Events). A new booking touches every category for
 * which it has data.
 * @param before undefined when the booking is new.
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
 * Whether a change of financial fields counts as financial: the paid, refunded or fee totals changed, or neither the
 * charges nor the status did (these change `total_owed` too).
 */
function isFinancial(changed: readonly (keyof BookingRecord)[]): boolean {
  const moneyMoved = (['total_paid', 'total_refunded', 'total_host_fees'] as const).some((field) =>
    changed.includes(field),
  );
  return moneyMoved || !(['charges', 'status'] as const).some((field) => changed.includes(field));
}
