import { serverDecided } from '@keyhaven/contracts/booking/booking-input';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { echoFaults } from '@keyhaven/contracts/shared/server-decided';
import { presentBooking } from '../store/present-booking';
import type { BookingReferences } from '../store/references';
import type { BookingPart } from '../store/stay.model';

/**
 * Lets a body carry what only the server decides where it is what the booking has, and refuses it otherwise.
 * @param states the booking as it was and as it is to be: a program may send back what it read.
 * @param decided the fields, and what decides each.
 * @throws ApiError bad_request naming all that asks for something else.
 */
export function assertEchoes(
  body: Record<string, unknown>,
  states: readonly BookingPart[],
  references: BookingReferences,
  decided: Readonly<Record<string, string>> = serverDecided,
): void {
  const faults = echoFaults(
    body,
    states.flatMap((booking) => shownOf(booking, references)),
    decided,
  );
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

/** What a program may have read of a booking: single reads fill the currency in, lists show the stored one. */
function shownOf(booking: BookingPart, references: BookingReferences): Record<string, unknown>[] {
  const record = { ...presentBooking(booking, references), door_codes: booking.door_codes };
  return [record, { ...record, currency_code: booking.currency_code }];
}
