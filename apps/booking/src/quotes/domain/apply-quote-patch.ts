import type { QuotePatch } from '@keyhaven/contracts/booking/quote-input';
import { pickSent, plainQuoteFields } from '@keyhaven/contracts/booking/writable-fields';
import { isSameCode } from '@keyhaven/stays/charges/match-definition';
import type { QuotePart } from './quote-part';

/** Applies the sent fields to a quote, except expiry, charges, tags and custom fields. */
export function applyQuotePatch(before: QuotePart, patch: QuotePatch): QuotePart {
  const code = patch.discount_code === undefined ? before.discount_code : patch.discount_code?.trim() || null;
  return { ...before, ...pickSent(plainQuoteFields, patch), discount_code: code };
}

/** The fields that the stay rules check. */
const judged = ['property_id', 'arrival', 'departure', 'adults', 'children', 'pets'] as const;

/** Whether a change sets a discount code that has not been checked yet. */
export function hasNewCode(before: QuotePart, after: QuotePart): boolean {
  if (after.discount_code === null) return false;
  return before.discount_code === null || !isSameCode(after.discount_code, before.discount_code);
}

/**
 * Whether a patch sends dates, even unchanged ones. A client that sends dates wants these nights.
 */
export function namesDates({ arrival, departure }: QuotePatch): boolean {
  return arrival !== undefined || departure !== undefined;
}

/** The fields that limit how long a quote can be open. */
const bounding = ['property_id', 'arrival', 'hold_dates'] as const;

/** Whether the expiry must be checked again, because the change may lower the latest allowed expiry. */
export function expiryNeedsCheck(before: QuotePart, after: QuotePart): boolean {
  return bounding.some((field) => before[field] !== after[field]);
}

/**
 * Whether a changed quote must be evaluated like a new one, because the patch requests charges, changes the stay,
 * starts to hold nights, or sets a discount code.
 */
export function needsEvaluation(before: QuotePart, after: QuotePart, patch: QuotePatch): boolean {
  return (
    patch.generate_charges === true ||
    hasNewCode(before, after) ||
    judged.some((field) => before[field] !== after[field]) ||
    (after.hold_dates && !before.hold_dates)
  );
}
