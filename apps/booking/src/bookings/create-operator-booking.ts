import type { Booking } from '@keyhaven/contracts/booking/booking';
import { decidedForOperator, type OperatorBookingCreation } from '@keyhaven/contracts/booking/booking-input';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { Decision } from '@keyhaven/persistence/repository-types';
import { type NightsToTake, takeNights } from '../nights/take-nights';
import { assertEchoes } from '../stays/assert-echoes';
import { loadCheckedReferences } from '../stays/check-references';
import { draftBooking } from '../stays/draft-booking';
import type { BookingStore } from '../store/booking-store';
import { singleBooking } from '../store/present-booking';
import type { BookingReferences } from '../store/references';
import type { StayDocument } from '../store/stay.model';
import { blockFaults } from './domain/block-rules';
import type { BookingPart } from './domain/booking-part';
import { chargeFaults } from './domain/charge-rules';
import { cancelTimeFaults, operatorBlockFaults, retainedFaults } from './domain/operator-rules';
import { stayFaults } from './domain/stay-rules';
import { claimStay } from './claim-stay';
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
  const { record } = await takeNights(store, scope, (nights) =>
    store.stays.create(scope, () => decideStay(store, scope, body, nights)),
  );
  const made = record;
  // The overbooked nights of a channel's booking may have changed before this answer, and before a repeated one.
  if (body.channel) return getBooking(store, scope, made.id, allParts);
  return { record: singleBooking(made, body.door_codes ?? [], allParts), version: FIRST_VERSION };
}

/** The stay that an operator's body asks for, checked and with the keys of its nights. */
async function decideStay(
  store: BookingStore,
  scope: AccountScope,
  body: OperatorBookingCreation,
  nights: NightsToTake,
): Promise<Decision<StayDocument, BookingReferences>> {
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
  const draft = draftBooking(await store.ids.next('booking'), type, body, property, references.account);
  const booking = { ...draft, ...pickOperatorInput(body) };
  assertEchoes(body, [booking as BookingPart], references, decidedForOperator);
  return claimStay(store, scope, booking, references, nights);
}
