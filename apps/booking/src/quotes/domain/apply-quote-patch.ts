import type { QuotePatch } from '@keyhaven/contracts/booking/quote-input';
import { pickSent, storedQuoteFields } from '@keyhaven/contracts/booking/writable-fields';
import { isSameCode } from '@keyhaven/stays/charges/match-definition';
import type { QuotePart } from './quote-part';

/** The quote with the sent fields, apart from its expiry and charges. */
export function applyQuotePatch(before: QuotePart, patch: QuotePatch): QuotePart {
  const code = patch.discount_code === undefined ? before.discount_code : patch.discount_code?.trim() || null;
  return { ...before, ...pickSent(storedQuoteFields, patch), discount_code: code };
}

/** What the rules of a stay depend on. */
const judged = ['property_id', 'arrival', 'departure', 'adults', 'children', 'pets'] as const;

/** Whether a change sets a discount code that has not been checked yet. */
export function hasNewCode(before: QuotePart, after: QuotePart): boolean {
  if (after.discount_code === null) return false;
  return before.discount_code === null || !isSameCode(after.discount_code, before.discount_code);
}

/** Whether a patch sends dates, even unchanged ones: a client that sends them asks for these nights. */
export function namesDates({ arrival, departure }: QuotePatch): boolean {
  return arrival !== undefined || departure !== undefined;
}

/** What limits the time for which a quote can be open. */
const bounding = ['property_id', 'arrival', 'hold_dates'] as const;

/** Whether the expiry must be checked again: a change may make the present one too late. */
export function expiryNeedsCheck(before: QuotePart, after: QuotePart): boolean {
  return bounding.some((field) => before[field] !== after[field]);
}

/**
 * Whether a changed quote must be evaluated like a new one: the patch asks for charges, changes the stay, starts to
 * hold nights, or sets a discount code.
 */
export function needsEvaluation(before: QuotePart, after: QuotePart, patch: QuotePatch): boolean {
  return (
    patch.generate_charges === true ||
    hasNewCode(before, after) ||
    judged.some((field) => before[field] !== after[field]) ||
    (after.hold_dates && !before.hold_dates)
  );
}
