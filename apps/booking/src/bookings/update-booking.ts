import type { Booking } from '@keyhaven/contracts/booking/booking';
import type { BookingPatch } from '@keyhaven/contracts/booking/booking-input';
import type { BookingParts } from '@keyhaven/contracts/booking/list-queries';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { resolveAnnotations } from '../annotations/resolve-annotations';
import { assertEchoes } from '../stays/assert-echoes';
import { assertChangedReferences, assertOpenToGuests } from '../stays/check-references';
import { withSettingsOfProperty } from '../stays/copy-settings';
import { pickSent, plainBookingFields } from '@keyhaven/contracts/booking/writable-fields';
import type { BookingStore } from '../store/booking-store';
import { presentBooking, singleBooking } from '../store/present-booking';
import { type BookingReferences, loadReferences, propertyOf } from '../store/references';
import { changeBooking } from './change-booking';
import { chargeBooking } from './charge-booking';
import { becomesBlockFaults, blockFaults } from './domain/block-rules';
import type { BookingPart } from './domain/booking-part';
import { channelFaults } from './domain/channel-rules';
import { areSameCodes, discountCodeFaults, normalizedCode } from './domain/discount-code-rules';
import { changedStayFaults } from './domain/stay-rules';

/**
 * Changes the sent fields of a booking. A booking that moves to another property gets the settings
 * of that property.
 * @throws ApiError not_found, bad_request, nights_taken, precondition_failed, unavailable.
 */
export async function updateBooking(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  patch: BookingPatch,
  parts: BookingParts,
): Promise<{ record: Booking; version: number }> {
  const { booking, references } = await changeBooking(store, scope, id, async (before) => {
    const annotations = await resolveAnnotations(store, scope, { type: 'booking', sent: patch, before });
    const patched = { ...applyPatch(before, patch), ...annotations };
    const references = await loadReferences(store, scope, [before, patched]);
    assertPatch(before, patch, patched, references);
    const after = withSettingsOfProperty(before, patched, references);
    assertEchoes(clearsCharges(after, patch) ? { ...patch, charges: [] } : patch, [before, after], references);
    const property = propertyOf(references, after.property_id);
    if (becomesGuestBooking(before, after)) assertOpenToGuests(property);
    if (!patch.generate_charges) return { after, references };
    // The discount code that the booking already has is accepted even if the code has expired.
    const code = normalizedCode(patch.discount_code);
    const sendsCode = code !== null && !areSameCodes(code, before.discount_code ?? null);
    const request = { ignoresRules: patch.ignore_rules === true, sendsCode };
    const charged = await chargeBooking(store, scope, after, property, request);
    return { after: { ...after, ...charged }, references };
  });
  return {
    record: singleBooking(presentBooking(booking, references), booking.door_codes, parts),
    version: booking.version,
  };
}

/**
 * Whether the change turns a block into a guest booking, or moves a guest booking to another
 * property.
 */
function becomesGuestBooking(before: BookingPart, after: BookingPart): boolean {
  return after.type === 'booking' && (before.type !== 'booking' || before.property_id !== after.property_id);
}

function applyPatch(before: BookingPart, patch: BookingPatch): BookingPart {
  const type =
    patch.is_block === undefined || patch.is_block === (before.type === 'block')
      ? before.type
      : patch.is_block
        ? 'block'
        : 'booking';
  const isNewCode = patch.generate_charges && patch.discount_code !== undefined;
  const code = isNewCode ? normalizedCode(patch.discount_code) : before.discount_code;
  const after = {
    ...before,
    ...pickSent(plainBookingFields, patch),
    type,
    discount_code: type === 'block' ? null : code,
  };
  return clearsCharges(after, patch) ? { ...after, ...noCharges } : after;
}

/**
 * Whether the patch clears the charges with null, which only a block and a booking that becomes a block may do.
 * Otherwise charges change only with generate_charges.
 */
function clearsCharges({ type }: BookingPart, { charges }: BookingPatch): boolean {
  return type === 'block' && charges === null;
}

const noCharges = { charges: [], contained_taxes: [], broken_rules: [] };

function assertPatch(
  before: BookingPart,
  patch: BookingPatch,
  after: BookingPart,
  references: BookingReferences,
): void {
  const faults = [
    ...unwritableFaults(before),
    ...channelFaults(before, patch),
    ...discountCodeFaults(before.discount_code ?? null, patch),
    // Check the dates before charges are calculated: pricing refuses a departure that is not after the arrival.
    ...changedStayFaults(before, after),
  ];
  if (after.type === 'block') {
    if (before.type !== 'block') faults.push(...becomesBlockFaults({ ...after, type: before.type }));
    faults.push(...blockFaults({ ...patch, status: after.status }));
  }
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  assertChangedReferences(before, after, references);
}

/** The reasons why a linked_availability record or a hold cannot be changed directly, one message each. */
function unwritableFaults(booking: BookingPart): string[] {
  if (booking.type === 'linked_availability')
    return ['type: a linked_availability record is derived from a booking; change that booking'];
  if (booking.type === 'quote_hold') return ['type: a quote_hold record is derived from a quote; change that quote'];
  return [];
}
