import { isDeepStrictEqual } from 'node:util';
import type { Booking } from '@keyhaven/contracts/booking/booking';
import { decidedForOperatorPatch, type OperatorBookingPatch } from '@keyhaven/contracts/booking/booking-input';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { resolveAnnotations } from '../annotations/resolve-annotations';
import { assertEchoes } from '../stays/assert-echoes';
import { assertChangedReferences } from '../stays/check-references';
import { withSettingsOfProperty } from '../stays/copy-settings';
import { pickSent, plainBookingFields } from '@keyhaven/contracts/booking/writable-fields';
import type { BookingStore } from '../store/booking-store';
import { currencyOf, presentBooking, singleBooking } from '../store/present-booking';
import { loadReferences } from '../store/references';
import { changeBooking } from './change-booking';
import { blockFaults } from './domain/block-rules';
import { isChannelBooking } from './domain/channel-rules';
import { chargeDecimalsFaults, chargeFaults } from './domain/charge-rules';
import { cancelTimeFaults, operatorBlockFaults, retainedFaults } from './domain/operator-rules';
import { byPosition, pickOperatorInput } from './pick-operator-input';
import { allParts, getBooking } from './read-bookings';
/**
 * Changes a booking for an operator, who may change fields that integrations may not. `channel:
 * null` separates the booking from its channel.
 */
export async function updateOperatorBooking(
  store: BookingStore,
  scope: AccountScope,
  id: number,
  patch: OperatorBookingPatch,
): Promise<{ record: Booking; version: number }> {
  const { booking, references } = await changeBooking(store, scope, id, async (before) => {
    if (before.type === 'linked_availability' || before.type === 'quote_hold') {
      throw new ApiError(
        'bad_request',
        `type: a ${before.type} record is derived from another record; change that one`,
      );
    }
    const annotations = await resolveAnnotations(store, scope, { type: 'booking', sent: patch, before });
    const sent = { ...pickSent(plainBookingFields, patch), ...pickOperatorInput(patch), ...annotations };
    const patched = { ...before, ...sent };
    const references = await loadReferences(store, scope, [before, patched]);
    const faults = patched.type === 'block' ? blockFaults({ ...patch, status: patched.status }) : [];
    faults.push(...cancelTimeFaults(patched.status, patch), ...retainedFaults(patched.status, patch));
    // An earlier release accepted charges that are refused now, and stored charges in any order. A client may send
    // stored charges back unchanged, together with another change.
    const newCharges = isDeepStrictEqual(sent.charges, byPosition(before.charges)) ? undefined : patch.charges;
    faults.push(...chargeFaults(patched.type, newCharges));
    if (patched.type === 'block') faults.push(...operatorBlockFaults(patch));
    if (faults.length > 0) throw new ApiError('bad_request', faults);
    assertChangedReferences(before, patched, references);
    const moved = withSettingsOfProperty(before, patched, references);
    const after = patch.currency_code === undefined ? moved : { ...moved, currency_code: patch.currency_code };
    const inexact = chargeDecimalsFaults(newCharges, currencyOf(after, references));
    if (inexact.length > 0) throw new ApiError('bad_request', inexact);
    assertEchoes(patch, [before, after], references, decidedForOperatorPatch);
    return { after, references };
  });
  if (isChannelBooking(booking)) return getBooking(store, scope, booking.id, allParts);
  return {
    record: singleBooking(presentBooking(booking, references), booking.door_codes, allParts),
    version: booking.version,
  };
}
