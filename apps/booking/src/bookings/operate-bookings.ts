import type { Booking } from '@keyhaven/contracts/booking/booking';
import {
  decidedForOperator,
  decidedForOperatorPatch,
  type OperatorBookingCreation,
  type OperatorBookingPatch,
} from '@keyhaven/contracts/booking/booking-input';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { BookingStore } from '../store/booking-store';
import { isFact } from '../claims/plan-nights';
import { assertEchoes } from '../stays/assert-echoes';
import { changeBooking } from './change-booking';
import { blockFaults } from './domain/block-rules';
import { chargeFaults } from './domain/charge-rules';
import { stayFaults } from './domain/stay-rules';
import { newBooking } from '../stays/draft-booking';
import { pickStayInput } from '../stays/pick-stay-input';
import { type BookingRecord, presentBooking, singleBooking } from '../store/present-booking';
import { withSettingsOfPlace } from '../stays/copy-settings';
import { getBooking } from './read-bookings';
import { loadReferences } from '../store/references';
import { assertChangedReferences, loadCheckedReferences } from '../stays/check-references';
import type { BookingPart } from '../store/stay.model';
import { storeBooking } from './store-booking';

/** Answers of the operator face carry everything. */
const everything = { include_fields: true, include_door_codes: true };

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

/** What only the operator writes, where it was sent. Charges that were not computed contain no taxes. */
function pickOperatorInput(body: OperatorBookingPatch): Partial<BookingPart> {
  const sent = operatorFields
    .filter((field) => body[field] !== undefined)
    .map((field) => [field, body[field]] as const);
  const input: Partial<BookingPart> = Object.fromEntries(sent);
  return input.charges ? { ...input, contained_taxes: [] } : input;
}

/** What a block cannot have of that which only operators write. */
function operatorBlockFaults(body: OperatorBookingPatch): string[] {
  const faults: string[] = [];
  if (body.charges && body.charges.length > 0) faults.push('charges: are not accepted; a block has no charges');
  if (body.channel) faults.push('channel: is not accepted; a block is of no channel');
  return faults;
}

/** What an operator keeps of a booking is kept of one that is canceled. */
function retainedFaults(status: BookingPart['status'], { retained_amount }: OperatorBookingPatch): string[] {
  if (retained_amount == null || status === 'canceled') return [];
  return [`retained_amount: ${retained_amount} is not accepted with status ${status}; only canceled bookings have one`];
}

/** Only a canceled booking has a time at which it was canceled. */
function cancelTimeFaults(status: BookingPart['status'], body: { canceled_utc?: Date }): string[] {
  if (body.canceled_utc === undefined || status === 'canceled') return [];
  return [`canceled_utc: is not accepted with status ${status}`];
}

/**
 * Stores a booking of any kind: an owner's own stay, a booking of a channel or from elsewhere. That of a channel is
 * answered as it is when its nights are settled, and so is a repetition, as it is by then.
 * @throws ApiError bad_request, nights_taken.
 */
export async function createOperatorBooking(
  store: BookingStore,
  scope: AccountScope,
  body: OperatorBookingCreation,
): Promise<{ record: Booking; version: number }> {
  const { record } = await storeBooking(store, scope, async () => {
    const type = body.type ?? (body.is_block ? 'block' : 'booking');
    const faults = [...stayFaults(body), ...(body.is_block ? blockFaults(body) : [])];
    if (body.is_block && body.type !== undefined) faults.push(`type: ${body.type} is not accepted with is_block true`);
    if (type === 'owner' && body.guest_id == null) faults.push('guest_id: is required; an owner booking has a contact');
    faults.push(...cancelTimeFaults(body.status ?? 'active', body), ...retainedFaults(body.status ?? 'active', body));
    faults.push(...chargeFaults(type, body.charges));
    if (type === 'block') faults.push(...operatorBlockFaults(body));
    if (faults.length > 0) throw new ApiError('bad_request', faults);
    const { references, property } = await loadCheckedReferences(store, scope, body);
    const unsaid = newBooking(await store.ids.next('booking'), type, body, property, references.account);
    const booking = { ...unsaid, ...pickOperatorInput(body) };
    assertEchoes(body, [booking as BookingPart], references, decidedForOperator);
    return { booking, references };
  });
  const made = record as unknown as BookingRecord;
  // What stood in the way of a channel's booking may have gone before this answer, the first one and a repeated one.
  if (body.channel) return readAll(store, scope, made.id);
  return {
    record: singleBooking(made, body.door_codes ?? [], everything),
    version: FIRST_VERSION,
  };
}

function readAll(store: BookingStore, scope: AccountScope, id: number): Promise<{ record: Booking; version: number }> {
  return getBooking(store, scope, id, everything);
}

/** Changes a booking without the limits that bind integrations; `channel: null` unlinks it from its channel. */
export async function updateOperatorBooking(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  patch: OperatorBookingPatch,
): Promise<{ record: Booking; version: number }> {
  const { booking, references } = await changeBooking(store, scope, id, async (before) => {
    if (before.type === 'linked_availability' || before.type === 'quote_hold') {
      throw new ApiError('bad_request', `type: a ${before.type} record follows another and cannot be changed`);
    }
    const patched = { ...before, ...pickStayInput(patch), ...pickOperatorInput(patch) };
    const references = await loadReferences(store, scope, [before, patched]);
    const faults = patched.type === 'block' ? blockFaults({ ...patch, status: patched.status }) : [];
    faults.push(...cancelTimeFaults(patched.status, patch), ...retainedFaults(patched.status, patch));
    faults.push(...chargeFaults(patched.type, patch.charges));
    if (patched.type === 'block') faults.push(...operatorBlockFaults(patch));
    if (faults.length > 0) throw new ApiError('bad_request', faults);
    assertChangedReferences(before, patched, references);
    const after = withSettingsOfPlace(before, patched, references);
    assertEchoes(patch, [before, after], references, decidedForOperatorPatch);
    return { after, references };
  });
  if (isFact(booking)) return readAll(store, scope, booking.id);
  return {
    record: singleBooking(presentBooking(booking, references), booking.door_codes, everything),
    version: booking.version,
  };
}
