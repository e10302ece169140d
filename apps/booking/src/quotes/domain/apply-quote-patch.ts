import type { QuotePatch } from '@keyhaven/contracts/booking/quote-input';
import type { QuotePart } from './quote-part';

const patched = [
  'property_id',
  'arrival',
  'departure',
  'check_in',
  'check_out',
  'adults',
  'children',
  'infants',
  'pets',
  'guest_id',
  'notes',
  'listing_site_id',
  'hold_dates',
  'redirect_after_booking_url',
  'tags',
] as const satisfies readonly (keyof QuotePatch & keyof QuotePart)[];

/** The quote with the sent fields, apart from its expiry and charges. */
export function applyQuotePatch(before: QuotePart, patch: QuotePatch): QuotePart {
  const sent = patched.filter((field) => patch[field] !== undefined).map((field) => [field, patch[field]]);
  const code = patch.discount_code === undefined ? before.discount_code : patch.discount_code?.trim() || null;
  return { ...before, ...(Object.fromEntries(sent) as Partial<QuotePart>), discount_code: code };
}

/** What the rules of a stay depend on. */
const judged = ['property_id', 'arrival', 'departure', 'adults', 'children', 'pets'] as const;

/** Whether a change sets a discount code that has not been checked yet. */
export function hasNewCode(before: QuotePart, after: QuotePart): boolean {
  return after.discount_code !== null && after.discount_code !== before.discount_code;
}

/** Whether a patch sends dates, even unchanged ones: a client that sends them asks for these nights. */
export function namesDates({ arrival, departure }: QuotePatch): boolean {
  return arrival !== undefined || departure !== undefined;
}

/** What limits the time for which a quote can be open. */
const bounding = ['property_id', 'arrival', 'hold_dates'] as const;

/** Whether the expiry must be checked again: a change may make the present one too late. */
export function isBoundedAnew(before: QuotePart, after: QuotePart): boolean {
  return bounding.some((field) => before[field] !== after[field]);
}

/**
 * Whether a changed quote must be evaluated like a new one: the patch asks for charges, changes the stay, starts to
 * hold nights, or sets a discount code.
 */
export function isEvaluatedAnew(before: QuotePart, after: QuotePart, patch: QuotePatch): boolean {
  return (
    patch.generate_charges === true ||
    hasNewCode(before, after) ||
    judged.some((field) => before[field] !== after[field]) ||
    (after.hold_dates && !before.hold_dates)
  );
}
