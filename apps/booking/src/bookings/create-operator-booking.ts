import type { Booking } from '@keyhaven/contracts/booking/booking';
import { decidedForOperator, type OperatorBookingCreation } from '@keyhaven/contracts/booking/booking-input';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { Creation } from '@keyhaven/persistence/repository-types';
import { claimNewNights } from '../claims/claim-new-nights';
import { keepGuestJobs } from '../guests/keep-guest';
import { firstAttempt, nextAttempt } from '../nights/take-nights';
import { assertEchoes } from '../stays/assert-echoes';
import { loadCheckedReferences } from '../stays/check-references';
import { draftBooking } from '../stays/draft-booking';
import type { BookingStore } from '../store/booking-store';
import { singleBooking } from '../store/present-booking';
import { readLinks } from '../store/read-links';
import type { StayDocument } from '../store/stay.model';
import { blockFaults } from './domain/block-rules';
import type { BookingPart } from './domain/booking-part';
import type { BookingRecord } from './domain/booking-record';
import { chargeFaults } from './domain/charge-rules';
import { cancelTimeFaults, operatorBlockFaults, retainedFaults } from './domain/operator-rules';
import { stayFaults } from './domain/stay-rules';
import { pickOperatorInput } from './pick-operator-input';
import { allParts, getBooking } from './read-bookings';

/**
 * Stores a booking of any kind: an owner's own stay, or a booking of a channel or from elsewhere. The answer shows a
 * channel's booking after its nights are settled; the answer to a repeated request shows its present state.
 * @throws ApiError bad_request, nights_taken.
 */
export async function createOperatorBooking(
  store: BookingStore,
  scope: AccountScope,
  body: OperatorBookingCreation,
): Promise<{ record: Booking; version: number }> {
  const { record } = await store.stays.createOnce(scope, () => bookStay(store, scope, body));
  // The overbooked nights of a channel's booking may have changed before this answer, and before a repeated one.
  if (body.channel) return getBooking(store, scope, record.id, allParts);
  return { record: singleBooking(record, body.door_codes ?? [], allParts), version: FIRST_VERSION };
}

/** Checks the stay, loads what it refers to, claims its nights and writes it. */
async function bookStay(
  store: BookingStore,
  scope: AccountScope,
  body: OperatorBookingCreation,
): Promise<Creation<StayDocument, BookingRecord>> {
  const type = body.type ?? (body.is_block ? 'block' : 'booking');
  const faults = [...stayFaults(body), ...(body.is_block ? blockFaults(body) : [])];
  if (body.is_block && body.type !== undefined) faults.push(`type: ${body.type} is not accepted with is_block true`);
  if (type === 'owner' && body.guest_id == null)
    faults.push('guest_id: is required; an owner booking needs a guest as its contact');
  faults.push(...cancelTimeFaults(body.status ?? 'active', body), ...retainedFaults(body.status ?? 'active', body));
  faults.push(...chargeFaults(type, body.charges));
  if (type === 'block') faults.push(...operatorBlockFaults(body));
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  const [{ references, property }, links] = await Promise.all([
    loadCheckedReferences(store, scope, body),
    readLinks(store, scope, [body.property_id]),
  ]);
  const [id, _id] = await Promise.all([store.ids.next('booking'), store.ids.next('stay')]);
  const draft = draftBooking(id, type, body, property, references.account);
  const booking = { ...draft, ...pickOperatorInput(body) } as BookingPart;
  assertEchoes(body, [booking], references, decidedForOperator);
  for (let attempt = { ...firstAttempt, links }; ;) {
    const claim = await claimNewNights(store, scope, booking, attempt);
    const after = { _id, user_id: scope.accountId, ...claim.fields };
    const jobs = [...claim.jobs, ...keepGuestJobs([], [booking])];
    const written = await store.stays.insert(scope, { after, references, jobs });
    if ('record' in written) return written;
    attempt = await nextAttempt(store, scope, written, attempt);
  }
}
