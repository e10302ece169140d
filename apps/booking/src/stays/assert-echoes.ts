import { serverDecided } from '@keyhaven/contracts/booking/booking-input';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { echoFaults } from '@keyhaven/contracts/shared/server-decided';
import type { BookingPart } from '../bookings/domain/booking-part';
import { presentBooking } from '../store/present-booking';
import type { BookingReferences } from '../store/references';

/**
 * Accepts server-set fields in a body if they equal those of the booking. Refuses other values.
 * @param states the booking before and after the change, because a client may send back what it has
 *   read.
 * @param decided the server-set fields, each with a text that says what determines the value of the
 *   field.
 * @throws ApiError bad_request that names each field with a different value.
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
 * The forms in which a client may have read a booking. If the booking has no currency, a response with only this
 * booking shows the currency of its property or account, and a list shows null.
 */
function readableForms(booking: BookingPart, references: BookingReferences): Record<string, unknown>[] {
  const record = { ...presentBooking(booking, references), door_codes: booking.door_codes };
  return [record, { ...record, currency_code: booking.currency_code }];
}
