import type { Booking } from '@keyhaven/contracts/booking/booking';
import type { BookingCreation } from '@keyhaven/contracts/booking/booking-input';
import type { BookingParts } from '@keyhaven/contracts/booking/public-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { BookingStore } from '../booking-store';
import { assertChargesCanBeMade } from './charges';
import { blockFaults } from './domain/block-rules';
import { echoFaults } from './domain/echoed-fields';
import { stayFaults } from './domain/stay-rules';
import { newBooking } from './new-booking';
import { type BookingRecord, presentBooking, singleBooking } from './present-booking';
import { assertOpenToGuests, loadCheckedReferences } from './referenced-records';
import type { BookingPart } from './stay.model';
import { storeBooking } from './store-booking';

/**
 * Books a stay, or blocks nights.
 * @throws ApiError bad_request for what is wrong with the body, nights_taken when another record holds a night.
 */
export async function createBooking(
  store: BookingStore,
  scope: AccountScope,
  body: BookingCreation,
  parts: BookingParts,
): Promise<{ record: Booking; version: number }> {
  const record = await storeBooking(store, scope, async () => {
    assertCreation(body);
    const { references, property } = await loadCheckedReferences(store, scope, body);
    if (!body.is_block) assertOpenToGuests(property);
    const booking = newBooking(
      await store.ids.next('booking'),
      body.is_block ? 'block' : 'booking',
      body,
      property,
      references.account,
    );
    if (body.generate_charges) assertChargesCanBeMade(booking, property);
    assertEchoes(body, presentBooking(booking as BookingPart, references));
    return { booking, references };
  });
  return { record: singleBooking(record, [], parts), version: FIRST_VERSION };
}

function assertCreation(body: BookingCreation): void {
  const faults = [...stayFaults(body), ...(body.is_block ? blockFaults(body) : [])];
  if (body.status === 'canceled')
    faults.push('status: canceled is not accepted for a new booking; expected active or pending');
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

function assertEchoes(body: BookingCreation, result: BookingRecord): void {
  const faults = echoFaults(body, [result]);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}
