import type { BookingPatch } from '@keyhaven/contracts/booking/booking-input';
import { isSameCode } from '@keyhaven/stays/charges/match-definition';

/** A discount code in its stored form. Null means no code, and a blank code counts as no code. */
export function normalizedCode(code: string | null | undefined): string | null {
  return code?.trim() || null;
}

/** Whether two codes are the same, or both are absent. */
export function areSameCodes(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : isSameCode(one, other);
}

/**
 * The reasons why a booking cannot get a discount code, one message each. A new code needs `generate_charges`, because
 * a code affects only charges that are generated with the code. The current code may be sent at any time.
 */
export function discountCodeFaults(
  present: string | null,
  { discount_code, generate_charges }: Pick<BookingPatch, 'discount_code' | 'generate_charges'>,
): string[] {
  const sent = normalizedCode(discount_code);
  if (discount_code === undefined || generate_charges || areSameCodes(sent, present)) return [];
  return [
    `discount_code: ${JSON.stringify(sent)} is not accepted without generate_charges; send generate_charges true ` +
      'to make the charges with it',
  ];
}
