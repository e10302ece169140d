import type { Booking } from '@keyhaven/contracts/booking/booking';
import {
  type BookingCreation,
  type BookingRequest,
  isBookingCreation,
} from '@keyhaven/contracts/booking/booking-input';
import type { BookingParts } from '@keyhaven/contracts/booking/list-queries';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Creation } from '@keyhaven/persistence/tenant-repository/repository-types';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { annotationJobs } from '../annotations/annotation-jobs';
import { resolveAnnotations, withoutSentAnnotations } from '../annotations/resolve-annotations';
import { claimNewNights } from '../claims/claim-new-nights';
import { keepContactJobs } from '../contacts/keep-contact';
import { insertWithNights } from '../nights/take-nights';
import { acceptPostedQuote } from '../quotes/accept-posted-quote';
import { assertEchoes } from '../stays/assert-echoes';
import { assertOpenToGuests, loadCheckedReferences } from '../stays/check-references';
import { draftBooking, type UnwrittenBooking } from '../stays/draft-booking';
import type { BookingStore } from '../store/booking-store';
import { singleBooking } from '../store/present-booking';
import type { PropertyBody } from '../store/property.model';
import { linksIn } from '../store/references';
import type { StayDocument } from '../store/stay.model';
import { chargeBooking } from './charge-booking';
import { blockFaults } from './domain/block-rules';
import type { BookingPart } from './domain/booking-part';
import type { BookingRecord } from './domain/booking-record';
import { discountCodeFaults, normalizedCode } from './domain/discount-code-rules';
import { stayFaults } from './domain/stay-rules';

/**
 * Books a stay, blocks nights, or accepts a quote. A repeated request gets the first response again, or the current
 * state of the booking if the request accepts a quote.
 * @throws ApiError bad_request for an invalid body; nights_taken when another record occupies one of the nights;
 *   unavailable when charges are requested while pricing or fees cannot be called.
 */
export async function createBooking(
  store: BookingStore,
  scope: AccountScope,
  body: BookingRequest,
  parts: BookingParts,
): Promise<{ record: Booking; version: number }> {
  if (!isBookingCreation(body)) return acceptPostedQuote(store, scope, body, parts);
  const { record } = await store.stays.createOnce(scope, () => bookStay(store, scope, body));
  return { record: singleBooking(record, [], parts), version: FIRST_VERSION };
}

async function bookStay(
  store: BookingStore,
  scope: AccountScope,
  body: BookingCreation,
): Promise<Creation<StayDocument, BookingRecord>> {
  assertCreation(body);
  const { references, property } = await loadCheckedReferences(store, scope, body);
  if (!body.is_block) assertOpenToGuests(property);
  const [id, _id] = await Promise.all([store.ids.next('booking'), store.ids.next('stay')]);
  const annotations = await resolveAnnotations(store, scope, { type: 'booking', sent: body });
  const input = { ...withoutSentAnnotations(body), ...annotations };
  const unpriced = draftBooking(id, body.is_block ? 'block' : 'booking', input, property, references.account);
  const priced = body.generate_charges ? await withCharges(store, scope, unpriced, property, body) : unpriced;
  const booking = priced as BookingPart;
  assertEchoes(body, [booking], references);
  return insertWithNights(store, scope, linksIn(references, booking), async (attempt) => {
    const claim = await claimNewNights(store, scope, booking, attempt);
    const after = { _id, user_id: scope.accountId, ...claim.fields };
    const jobs = [...claim.jobs, ...keepContactJobs([], [booking]), ...annotationJobs('booking', undefined, booking)];
    return store.stays.insert(scope, { after, references, jobs });
  });
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
