import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import type { BookingPart } from '../store/stay.model';

type Ordering = NonNullable<BookingPart['totals']['as_of']>;

/**
 * What was paid for a booking by what finance told last, in one currency. Nothing, where a resync told that finance
 * knows of no payment any more: for that the tombstone is read too, whose place in the order makes the booking's next
 * write differ from one that read what was there before.
 *
 * Read it for each attempt of the write of the booking, after the booking: what finance tells meanwhile writes that, too.
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

/** Bookings that were counted before copies of balances were kept may know of later ones. */
function isOlder(one: Ordering, other: Ordering): boolean {
  return one.generation < other.generation || (one.generation === other.generation && one.version < other.version);
}
