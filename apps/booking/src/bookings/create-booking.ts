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
import { acceptPostedQuote } from '../quotes/accept-posted-quote';
import { assertEchoes } from '../stays/assert-echoes';
import { assertOpenToGuests, loadCheckedReferences } from '../stays/check-references';
import { draftBooking, type UnwrittenBooking } from '../stays/draft-booking';
import type { BookingStore } from '../store/booking-store';
import { singleBooking } from '../store/present-booking';
import type { PropertyBody } from '../store/property.model';
import { chargeBooking } from './charge-booking';
import { blockFaults } from './domain/block-rules';
import type { BookingPart } from './domain/booking-part';
import type { BookingRecord } from './domain/booking-record';
import { discountCodeFaults, normalizedCode } from './domain/discount-code-rules';
import { stayFaults } from './domain/stay-rules';
import { draftStay } from './draft-stay';
import { type NightsToTake, takeNights } from '../nights/take-nights';
import type { Decision } from '@keyhaven/persistence/repository-types';
import type { BookingReferences } from '../store/references';
import type { StayDocument } from '../store/stay.model';

/**
 * Books a stay, blocks nights, or accepts a quote. A repeated request gets the first one's answer.
 * @throws ApiError bad_request for what is wrong with the body; nights_taken when another record has a night;
 * unavailable when charges are asked for and cannot be made.
 */
export async function createBooking(
  store: BookingStore,
  scope: AccountScope,
  body: BookingRequest,
  parts: BookingParts,
): Promise<{ record: Booking; version: number }> {
  if (!isBookingCreation(body)) return acceptPostedQuote(store, scope, body, parts);
  const { record } = await takeNights(store, scope, (nights) =>
    store.stays.create(scope, () => decideStay(store, scope, body, nights)),
  );
  return { record: singleBooking(record as unknown as BookingRecord, [], parts), version: FIRST_VERSION };
}

/** The stay that a body asks for, checked, priced and with the keys of its nights. */
async function decideStay(
  store: BookingStore,
  scope: AccountScope,
  body: BookingCreation,
  nights: NightsToTake,
): Promise<Decision<StayDocument, BookingReferences>> {
  assertCreation(body);
  const { references, property } = await loadCheckedReferences(store, scope, body);
  if (!body.is_block) assertOpenToGuests(property);
  const id = await store.ids.next('booking');
  const unpriced = draftBooking(id, body.is_block ? 'block' : 'booking', body, property, references.account);
  const booking = body.generate_charges ? await withCharges(store, scope, unpriced, property, body) : unpriced;
  assertEchoes(body, [booking as BookingPart], references);
  return draftStay(store, scope, booking, references, nights);
}

function assertCreation(body: BookingCreation): void {
  const faults = [...stayFaults(body), ...(body.is_block ? blockFaults(body) : []), ...discountCodeFaults(null, body)];
  if (body.status === 'canceled')
    faults.push('status: canceled is not accepted for a new booking; expected active or pending');
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}

async function withCharges(
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
