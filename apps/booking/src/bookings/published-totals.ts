import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import type { BookingPart } from './domain/booking-part';

type Ordering = NonNullable<BookingPart['totals']['as_of']>;

/**
 * What was paid for a booking by the latest balance that finance published, in one currency. A tombstone counts as
 * nothing paid: a resync published it because finance has no payments of the booking any more. Its generation and
 * version are stored, so that the booking's write differs from one that read the balance before.
 *
 * Read it again for each attempt of the booking's write, after the booking: a newer balance also writes the booking.
 */
export async function publishedTotals(
  { balances }: Pick<BookingStore, 'balances'>,
  scope: AccountScope,
  { id, totals }: Pick<BookingPart, 'id' | 'totals'>,
  currencyCode: string,
): Promise<BookingPart['totals']> {
  const balance = await balances.model.findOne({ _id: id, user_id: scope.accountId }).lean();
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

/** Whether a copy is older than what the booking has: a booking may have totals of a later balance. */
function isOlder(one: Ordering, other: Ordering): boolean {
  return one.generation < other.generation || (one.generation === other.generation && one.version < other.version);
}
