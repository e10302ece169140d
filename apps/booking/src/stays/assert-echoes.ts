import { serverDecided } from '@keyhaven/contracts/booking/booking-input';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { echoFaults } from '@keyhaven/contracts/shared/server-decided';
import type { BookingPart } from '../bookings/domain/booking-part';
import { presentBooking } from '../store/present-booking';
import type { BookingReferences } from '../store/references';

/**
 * Accepts server-decided fields in a body if they equal those of the booking. Refuses other values.
 * @param states the booking before and after the change, because a client may send back what it read.
 * @param decided the fields, and what decides each.
 * @throws ApiError bad_request that names each field with another value.
 */
export function assertEchoes(
  body: Record<string, unknown>,
  states: readonly BookingPart[],
  references: BookingReferences,
  decided: Readonly<Record<string, string>> = serverDecided,
): void {
  const faults = echoFaults(
    body,
    states.flatMap((booking) => readableForms(booking, references)),
    decided,
  );
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/**
 * The forms in which a client may have read a booking. In an answer with a single booking, a missing currency is
 * replaced by that of its property or account. In lists, it stays missing.
 */
function readableForms(booking: BookingPart, references: BookingReferences): Record<string, unknown>[] {
  const record = { ...presentBooking(booking, references), door_codes: booking.door_codes };
  return [record, { ...record, currency_code: booking.currency_code }];
}
