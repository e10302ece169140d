import type { Booking } from '@keyhaven/contracts/booking/booking';
import { decidedForOperator, type OperatorBookingCreation } from '@keyhaven/contracts/booking/booking-input';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { Creation } from '@keyhaven/persistence/tenant-repository/repository-types';
import { annotationJobs } from '../annotations/annotation-jobs';
import { resolveAnnotations, withoutSentAnnotations } from '../annotations/resolve-annotations';
import { claimNewNights } from '../claims/claim-new-nights';
import { keepContactJobs } from '../contacts/keep-contact';
import { insertWithNights } from '../nights/take-nights';
import { assertEchoes } from '../stays/assert-echoes';
import { loadCheckedReferences } from '../stays/check-references';
import { draftBooking } from '../stays/draft-booking';
import type { BookingStore } from '../store/booking-store';
import { currencyOf, singleBooking } from '../store/present-booking';
import { linksIn } from '../store/references';
import type { StayDocument } from '../store/stay.model';
import { blockFaults } from './domain/block-rules';
import type { BookingPart } from './domain/booking-part';
import type { BookingRecord } from './domain/booking-record';
import { chargeDecimalsFaults, chargeFaults } from './domain/charge-rules';
import { cancelTimeFaults, operatorBlockFaults, retainedFaults } from './domain/operator-rules';
import { stayFaults } from './domain/stay-rules';
import { pickOperatorInputForCreation } from './pick-operator-input';
import { allParts, getBooking } from './read-bookings';

/**
 * Creates a booking of any kind for an operator: an owner's own stay, a channel's booking, or a booking from another
 * system.
 * @returns the booking. A channel's booking is read again after its jobs have run, even if the request is repeated.
 * @throws ApiError bad_request, nights_taken.
 */
export async function createOperatorBooking(
  store: BookingStore,
  scope: AccountScope,
  body: OperatorBookingCreation,
): Promise<{ record: Booking; version: number }> {
  const { record } = await store.stays.createOnce(scope, () => bookStay(store, scope, body));
  // Jobs may have changed `overbooked_nights` of a channel's booking after the booking was written.
  if (body.channel) return getBooking(store, scope, record.id, allParts);
  return { record: singleBooking(record, body.door_codes ?? [], allParts), version: FIRST_VERSION };
}

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
  const { references, property } = await loadCheckedReferences(store, scope, body);
  const [id, _id] = await Promise.all([store.ids.next('booking'), store.ids.next('stay')]);
  const annotations = await resolveAnnotations(store, scope, { type: 'booking', sent: body });
  const input = { ...withoutSentAnnotations(body), ...annotations };
  const draft = draftBooking(id, type, input, property, references.account);
  const booking = { ...draft, ...pickOperatorInputForCreation(body) } as BookingPart;
  const inexact = chargeDecimalsFaults(body.charges, currencyOf(booking, references));
  if (inexact.length > 0) throw new ApiError('bad_request', inexact);
  assertEchoes(body, [booking], references, decidedForOperator);
  return insertWithNights(store, scope, linksIn(references, booking), async (attempt) => {
    const claim = await claimNewNights(store, scope, booking, attempt);
    const after = { _id, user_id: scope.accountId, ...claim.fields };
    const jobs = [...claim.jobs, ...keepContactJobs([], [booking]), ...annotationJobs('booking', undefined, booking)];
    return store.stays.insert(scope, { after, references, jobs });
  });
}
