import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { CopyBody } from '@keyhaven/persistence/copies/copy-document';
import type { QueryFilter } from 'mongoose';
import { type Accounts, accountsOfBooking } from '../store/ledger-accounts';
import type { BookingCopy } from '../store/booking-copy';
import type { FinanceStore } from '../store/finance-store';
import type { FeeDetails, FinancialBody } from '../store/financial-record.model';
import { readAll, readPages } from '../store/read-all';
import { countedBooking } from './counted-booking';
import type { CountedBooking } from './domain/booking-shares';
import type { FeeMinor } from './domain/ledger-lines';

/** A booking with its completed fees and the names of its ledger accounts. */
export interface BookingWithFees {
  booking: CountedBooking;
  fees: FeeMinor[];
  accounts: Accounts;
}

/** The number of bookings whose fees and balances one query reads. */
const CHUNK = 500;

/** Reads the bookings that match a filter, ordered by id. Leaves out bookings that are not in statements. */
export async function readBookings(
  store: FinanceStore,
  scope: AccountScope,
  filter: QueryFilter<BookingCopy>,
): Promise<BookingWithFees[]> {
  const copies = await readPages(store.bookings, scope, (afterId): QueryFilter<BookingCopy> => ({
    $and: [filter, { _id: { $gt: afterId } }],
  }));
  return withFees(store, scope, copies);
}

/** Reads the fees and ledger accounts of bookings. Leaves out bookings that are not in statements. */
export async function withFees(
  store: FinanceStore,
  scope: AccountScope,
  copies: readonly CopyBody<BookingCopy>[],
): Promise<BookingWithFees[]> {
  const properties = await readPages(store.properties, scope, (afterId) => ({ _id: { $gt: afterId } }));
  const account = await store.accounts.findOne(scope, { _id: scope.accountId });
  const propertiesById = new Map(properties.map((property) => [property._id, property]));
  const found: BookingWithFees[] = [];
  for (let start = 0; start < copies.length; start += CHUNK) {
    const chunk = copies.slice(start, start + CHUNK);
    const ids = chunk.map(({ _id }) => _id);
    const [fees, balances] = await Promise.all([
      readAll(store.fees.records, scope, { booking_id: { $in: ids }, status: 'completed' }),
      store.balances.find(scope, { _id: { $in: ids } }, { limit: CHUNK }),
    ]);
    for (const copy of chunk) {
      const property = propertiesById.get(copy.property_id);
      const own = balances
        .find(({ _id, canceled_utc }) => _id === copy._id && canceled_utc === copy.canceled_utc)
        ?.totals.find(({ currency_code }) => currency_code === copy.currency_code);
      const booking = countedBooking(copy, {
        timeZone: property?.time_zone ?? account?.time_zone ?? 'UTC',
        paidWhenCanceled: own?.paid_when_canceled ?? 0,
      });
      if (!booking) continue;
      found.push({
        booking,
        fees: fees.filter(({ booking_id }) => booking_id === copy._id).map(feeMinor),
        accounts: accountsOfBooking(copy, propertiesById),
      });
    }
  }
  return found;
}

function feeMinor({ _id, details, amount_minor, currency_code }: FinancialBody<FeeDetails>): FeeMinor {
  return { fee_id: _id, description: details.type, amount: amount_minor, currency_code };
}
