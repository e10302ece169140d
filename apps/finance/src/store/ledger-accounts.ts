import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { QueryFilter } from 'mongoose';
import type { BookingCopy } from './booking-copy';
import type { FinanceStore } from './finance-store';
import type { PropertyCopy } from './property-copy';
import { readPages } from './read-all';

/** The names of ledger accounts by purpose. If a purpose has no entry, its name is also the name of the account. */
export type Accounts = Record<string, string> | null;

/**
 * Returns the ledger accounts that the booking had when it was created, or else the ledger accounts
 * of the booking's property.
 */
export function accountsOfBooking(
  { accounting, property_id }: Pick<BookingCopy, 'accounting' | 'property_id'>,
  properties: ReadonlyMap<number, Pick<PropertyCopy, 'accounting'>>,
): Accounts {
  return accounting ?? properties.get(property_id)?.accounting ?? null;
}

/** The booking and property of an entry. */
interface Booked {
  booking_id: number | null;
  property_id: number | null;
}

/**
 * Finds the ledger accounts of entries. Records of a booking use the booking's accounts, even if its property's
 * accounts have changed. So a guest's debt and payments are on the same account.
 */
export async function readAccounts(
  store: FinanceStore,
  scope: AccountScope,
  entries: readonly Booked[],
): Promise<(entry: Booked) => Accounts> {
  const ids = [...new Set(entries.flatMap(({ booking_id }) => booking_id ?? []))];
  const [bookings, properties] = await Promise.all([
    readPages(store.bookings, scope, (afterId): QueryFilter<BookingCopy> => ({
      $and: [{ _id: { $in: ids } }, { _id: { $gt: afterId } }],
    })),
    readPages(store.properties, scope, (afterId) => ({ _id: { $gt: afterId } })),
  ]);
  const bookingsById = new Map(bookings.map((booking) => [booking._id, booking]));
  const propertiesById = new Map(properties.map((property) => [property._id, property]));
  return ({ booking_id, property_id }) => {
    const booking = booking_id === null ? undefined : bookingsById.get(booking_id);
    if (booking) return accountsOfBooking(booking, propertiesById);
    return property_id === null ? null : (propertiesById.get(property_id)?.accounting ?? null);
  };
}
