import type { AccountingEntry } from '@keyhaven/contracts/finance/statement';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import { fromMinor } from '@keyhaven/stays/money';
import type { FinanceStore } from '../finance-store';
import { readAll, readPages } from '../records/read-all';
import { monthOf } from '../statements/domain/booking-shares';
import { nextMonth } from '../statements/domain/open-statement';
import { readBookings } from '../statements/read-bookings';
import { readStatementAccount } from '../statements/statement-settings';
import { entriesOfBooking, type Posting, type Purpose } from './domain/accounting-entries';
import { dayOf, entriesOfRecords, type Period } from './record-entries';

type Accounts = Record<string, string> | null;

/**
 * The balanced entries of a month by what is true now, ordered by day: bookings by the account's way of counting them,
 * records on the day when they took effect, and a second time, reversed, when they were voided or failed.
 */
export async function listAccountingEntries(
  store: FinanceStore,
  scope: AccountScope,
  month: string,
): Promise<{ items: AccountingEntry[] }> {
  const period = { from: new Date(`${month}-01T00:00:00Z`), until: new Date(`${nextMonth(month)}-01T00:00:00Z`) };
  const [ofBookings, ofRecords, ofOwners, properties] = await Promise.all([
    bookingEntries(store, scope, month, period),
    entriesOfRecords(store, scope, period),
    ownerEntries(store, scope, month, period),
    readPages(store.properties, scope, (afterId) => ({ _id: { $gt: afterId } })),
  ]);
  const accountsOf = new Map(properties.map(({ _id, accounting }) => [_id, accounting]));
  const named = [
    ...ofBookings,
    ...[...ofRecords, ...ofOwners].map((entry) => ({
      entry,
      accounts: entry.property_id === null ? null : (accountsOf.get(entry.property_id) ?? null),
    })),
  ];
  const items = named
    .filter(({ entry }) => entry.postings.some(([, amount]) => amount !== 0))
    .map(({ entry, accounts }) => present(entry, accounts))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.source_id - b.source_id));
  return { items };
}

async function bookingEntries(
  store: FinanceStore,
  scope: AccountScope,
  month: string,
  { from, until }: Period,
): Promise<{ entry: Posting; accounts: Accounts }[]> {
  const settings = await readStatementAccount(store, scope);
  // A day of the calendar at a property may lie a day beside that of UTC.
  const [first, last] = [addDays(dayOf(from), -1), addDays(dayOf(until), 1)];
  const bookings = await readBookings(store, scope, {
    $or: [
      { arrival: { $lte: last }, departure: { $gte: first } },
      { canceled_utc: { $gte: first, $lte: `${last}T24` } },
    ],
  });
  return bookings.flatMap(({ booking, fees, accounting }) =>
    entriesOfBooking(booking, fees, settings)
      .filter(({ date }) => monthOf(date) === month)
      .map((entry) => ({ entry, accounts: accounting })),
  );
}

async function ownerEntries(
  store: FinanceStore,
  scope: AccountScope,
  month: string,
  { until }: Period,
): Promise<Posting[]> {
  const filter = { status: 'completed' as const, date: { $gte: `${month}-01`, $lt: dayOf(until) } };
  const entries = await readAll(store.ownerEntries, scope, filter);
  return entries.map(({ _id, kind, date, booking_id, property_id, currency_code, amount_minor, description }) => ({
    date,
    source_type: kind,
    source_id: _id,
    description,
    booking_id,
    property_id,
    is_reversal: false,
    currency_code,
    postings: [
      ['owner_payable', amount_minor],
      ['bank', -amount_minor],
    ],
  }));
}

/** An entry with the names of ledger accounts, debits and credits each above 0. */
function present({ postings, ...head }: Posting, accounts: Accounts): AccountingEntry {
  const sums = new Map<Purpose, number>();
  for (const [purpose, amount] of postings) sums.set(purpose, (sums.get(purpose) ?? 0) + amount);
  const lines = [...sums]
    .filter(([, amount]) => amount !== 0)
    .map(([purpose, amount]) => ({
      account: accounts?.[purpose] ?? purpose,
      debit: amount > 0 ? fromMinor(amount, head.currency_code) : 0,
      credit: amount < 0 ? fromMinor(-amount, head.currency_code) : 0,
    }));
  return { ...head, lines };
}
