import { type OperatorBookingPatch, operatorFields } from '@keyhaven/contracts/booking/booking-input';
import { pickSent } from '@keyhaven/contracts/booking/writable-fields';
import type { BookingPart } from './domain/booking-part';

/**
 * Picks the sent fields that only operators may write. The prices of charges that operators send
 * include no taxes, so `contained_taxes` is empty.
 */
export function pickOperatorInput(body: OperatorBookingPatch): Partial<BookingPart> {
  const input: Partial<BookingPart> = pickSent(operatorFields, body);
  return input.charges ? { ...input, contained_taxes: [] } : input;
}
