import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import type { BookingPart } from '../bookings/domain/booking-part';

type Ordering = NonNullable<BookingPart['totals']['as_of']>;

/**
 * Returns the totals of a booking in one currency, from the latest balance that finance published. If the balance is a
 * tombstone, nothing is paid: a resync found that finance no longer has payments for this booking. Call this function
 * in each attempt to write the booking, after reading the booking. Each new balance also causes a write of the booking,
 * so a write that is based on an older balance fails and is attempted again. Even if the amounts are the same, the new
 * `as_of` makes sure that the booking is written.
 */
export async function publishedTotals(
  { balances }: Pick<BookingStore, 'balances'>,
  scope: AccountScope,
  { id, totals }: Pick<BookingPart, 'id' | 'totals'>,
  currencyCode: string,
): Promise<BookingPart['totals']> {
  const balance = await balances.findStored(scope, id);
  if (!balance || (totals.as_of && isOlder(balance, totals.as_of))) return totals;
  const { generation, version, deleted_utc, canceled_utc } = balance;
  const own = deleted_utc ? undefined : balance.totals.find(({ currency_code }) => currency_code === currencyCode);
  return {
    paid: own?.total_paid ?? 0,
    refunded: own?.total_refunded ?? 0,
    host_fees: own?.total_host_fees ?? 0,
    ...(canceled_utc ? { when_canceled: { utc: new Date(canceled_utc), paid: own?.paid_when_canceled ?? 0 } } : {}),
    as_of: { generation, version },
  };
}

/** Whether the totals of a booking already include this balance or a later one. */
export function isCounted({ as_of }: BookingPart['totals'], balance: Ordering): boolean {
  return as_of !== undefined && !isOlder(as_of, balance);
}

/** Whether the first balance is older than the second one. */
function isOlder(one: Ordering, other: Ordering): boolean {
  return one.generation < other.generation || (one.generation === other.generation && one.version < other.version);
}
