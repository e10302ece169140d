import type { Confirmation } from '@keyhaven/contracts/booking/internal-contract';
import type { ToldBalance } from '@keyhaven/contracts/finance/balance';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../booking-store';
import { changeBooking } from '../bookings/change-booking';
import { currencyOf } from '../bookings/present-booking';
import { loadReferences } from '../bookings/references';
import type { BookingPart } from '../bookings/stay.model';

/**
 * Counts what was paid for a booking, and confirms a pending one when that is enough. Balances are states: a later one
 * replaces an earlier one, and an earlier one changes nothing. The same may be told many times, and at once by the
 * request of finance and by its event.
 */
export async function countPayments(
  store: BookingStore,
  scope: AccountScope,
  bookingId: number,
  told: ToldBalance,
): Promise<Confirmation> {
  const known = await store.stays.findOne(scope, { 'booking.id': bookingId });
  if (!known) return { outcome: 'unknown' };
  if (!isNewer(told, known.booking)) return { outcome: 'counted', status: known.booking.status };
  const { booking } = await changeBooking(store, scope, bookingId, async (before) => {
    const references = await loadReferences(store, scope, [before]);
    if (!isNewer(told, before)) return { after: before, references };
    const currency = currencyOf(before, references);
    const own = told.totals.find(({ currency_code }) => currency_code === currency);
    const totals = {
      paid: own?.total_paid ?? 0,
      refunded: own?.total_refunded ?? 0,
      host_fees: own?.total_host_fees ?? 0,
      as_of: { generation: told.generation, version: told.version },
    };
    return { after: { ...before, totals }, references };
  });
  return { outcome: 'counted', status: booking.status };
}

function isNewer({ generation, version }: ToldBalance, { totals: { as_of } }: BookingPart): boolean {
  if (!as_of) return true;
  return generation > as_of.generation || (generation === as_of.generation && version > as_of.version);
}
