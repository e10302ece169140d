import { type OperatorBookingPatch, operatorFields } from '@keyhaven/contracts/booking/booking-input';
import { pickForCreation, pickSent } from '@keyhaven/contracts/booking/writable-fields';
import type { BookingPart } from './domain/booking-part';

/** For a change of a booking: picks the sent fields that only operators may write. */
export function pickOperatorInput(body: OperatorBookingPatch): Partial<BookingPart> {
  return withOrderedCharges(pickSent(operatorFields, body));
}

/** For a new booking: picks the sent fields that only operators may write. A null counts as not sent. */
export function pickOperatorInputForCreation(body: OperatorBookingPatch): Partial<BookingPart> {
  return withOrderedCharges(pickForCreation(operatorFields, body));
}

/**
 * Orders the charges by position. The prices of charges that operators send include no taxes, so `contained_taxes` is
 * empty.
 */
function withOrderedCharges(input: Partial<BookingPart>): Partial<BookingPart> {
  if (!input.charges) return input;
  return { ...input, charges: byPosition(input.charges), contained_taxes: [] };
}

/** Orders charges by position. Charges with the same position keep their order. */
export function byPosition(charges: BookingPart['charges']): BookingPart['charges'] {
  return charges.toSorted((a, b) => a.position - b.position);
}
