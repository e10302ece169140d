import type { OperatorBookingPatch } from '@keyhaven/contracts/booking/booking-input';
import type { BookingPart } from './domain/booking-part';

const operatorFields = [
  'booked_utc',
  'canceled_utc',
  'currency_code',
  'channel',
  'cancellation_policy_description',
  'agreements',
  'travel_insurance',
  'door_codes',
  'charges',
  'retained_amount',
] as const satisfies readonly (keyof OperatorBookingPatch)[];

/** The sent fields that only operators write. Charges that an operator writes contain no taxes. */
export function pickOperatorInput(body: OperatorBookingPatch): Partial<BookingPart> {
  const sent = operatorFields
    .filter((field) => body[field] !== undefined)
    .map((field) => [field, body[field]] as const);
  const input: Partial<BookingPart> = Object.fromEntries(sent);
  return input.charges ? { ...input, contained_taxes: [] } : input;
}
