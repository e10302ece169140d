import type { Booking } from '@keyhaven/contracts/booking/booking';
import {
  type BookingCreation,
  type BookingRequest,
  isBookingCreation,
} from '@keyhaven/contracts/booking/booking-input';
import type { BookingParts } from '@keyhaven/contracts/booking/public-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { BookingStore } from '../store/booking-store';
import type { PropertyBody } from '../store/property.model';
import { acceptPostedQuote } from '../quotes/accept-posted-quote';
import { assertEchoes } from '../stays/assert-echoes';
import { chargeBooking } from './charge-booking';
import { blockFaults } from './domain/block-rules';
import { discountCodeFaults, normalizedCode } from './domain/discount-code-rules';
import { stayFaults } from './domain/stay-rules';
import { newBooking, type UnwrittenBooking } from '../stays/draft-booking';
import { type BookingRecord, singleBooking } from '../store/present-booking';
import { assertOpenToGuests, loadCheckedReferences } from '../stays/check-references';
import type { BookingPart } from '../store/stay.model';
import { storeBooking } from './store-booking';

/**
 * Books a stay, blocks nights, or accepts a quote.
 * @throws ApiError bad_request for what is wrong with the body, nights_taken when another record holds a night.
 */
export async function createBooking(
  store: BookingStore,
  scope: AccountScope,
  body: BookingRequest,
  parts: BookingParts,
): Promise<{ record: Booking; version: number }> {
  if (!isBookingCreation(body)) return acceptPostedQuote(store, scope, body, parts);
  const { record } = await storeBooking(store, scope, async () => {
    assertCreation(body);
    const { references, property } = await loadCheckedReferences(store, scope, body);
    if (!body.is_block) assertOpenToGuests(property);
    const unpriced = newBooking(
      await store.ids.next('booking'),
      body.is_block ? 'block' : 'booking',
      body,
      property,
      references.account,
    );
    const booking = body.generate_charges ? await charged(store, scope, unpriced, property, body) : unpriced;
    assertEchoes(body, [booking as BookingPart], references);
    return { booking, references };
  });
  return { record: singleBooking(record as unknown as BookingRecord, [], parts), version: FIRST_VERSION };
}

async function charged(
  store: BookingStore,
  scope: AccountScope,
  unpriced: UnwrittenBooking,
  property: PropertyBody,
  body: BookingCreation,
): Promise<UnwrittenBooking> {
  const booking = { ...unpriced, discount_code: normalizedCode(body.discount_code) };
  const request = { ignoresRules: body.ignore_rules === true, sendsCode: booking.discount_code !== null };
  return { ...booking, ...(await chargeBooking(store, scope, booking, property, request)) };
}

function assertCreation(body: BookingCreation): void {
  const faults = [...stayFaults(body), ...(body.is_block ? blockFaults(body) : []), ...discountCodeFaults(null, body)];
  if (body.status === 'canceled')
    faults.push('status: canceled is not accepted for a new booking; expected active or pending');
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}
