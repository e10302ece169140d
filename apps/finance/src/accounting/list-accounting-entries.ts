import type { AccountingEntry, StatementSettings } from '@keyhaven/contracts/finance/statement';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { CopyBody } from '@keyhaven/persistence/copies/copy-document';
import { addDays } from '@keyhaven/stays/calendar-date';
import { fromMinor } from '@keyhaven/stays/money';
import { MAX_NIGHTS } from '@keyhaven/stays/nights';
import type { QueryFilter } from 'mongoose';
import type { BookingCopy } from '../store/booking-copy';
import type { FinanceStore } from '../store/finance-store';
import { readAll } from '../store/read-all';
import { monthOf } from '../statements/domain/booking-shares';
import { nextMonth } from '../statements/domain/open-statement';
import { withFees } from '../statements/read-bookings';
import { readStatementAccount } from '../statements/statement-settings';
import { entriesOfBooking, type Posting, type Purpose } from './domain/accounting-entries';
import { type Accounts, readAccounts } from '../store/ledger-accounts';
import { dayOf, entriesOfRecords, type Period, withReversal } from './record-entries';

/** The feed needs all bookings of a month. The limit is above the number of bookings that a month can have. */
const NO_LIMIT = 1_000_000;

/**
 * Lists the balanced entries of a month, ordered by day, computed from the current records. The
 * account's statement settings decide how bookings are dated. Every other record is dated on the
 * day when it took effect. If such a record was voided or failed, its reversal is dated on the day
 * of that change.
 */
export async function listAccountingEntries(
  store: FinanceStore,
  scope: AccountScope,
  month: string,
): Promise<{ items: AccountingEntry[] }> {
  const period = { from: new Date(`${month}-01T00:00:00Z`), until: new Date(`${nextMonth(month)}-01T00:00:00Z`) };
  const [ofBookings, ofRecords, ofOwners] = await Promise.all([
    bookingEntries(store, scope, month, period),
    entriesOfRecords(store, scope, period),
    ownerEntries(store, scope, period),
  ]);
  const recorded = [...ofRecords, ...ofOwners];
  const accountsOf = await readAccounts(store, scope, recorded);
  const items = [...ofBookings, ...recorded.map((entry) => ({ entry, accounts: accountsOf(entry) }))]
    .map(({ entry, accounts }) => present(entry, accounts))
    .filter(({ lines }) => lines.length > 0)
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
  // A local date at a property can differ from the UTC date by one day.
  const days = { first: addDays(dayOf(from), -1), last: addDays(dayOf(until), 1) };
  const bookings = await withFees(store, scope, await copiesOfDays(store, scope, days, settings.counted_by));
  return bookings.flatMap(({ booking, fees, accounts }) =>
    entriesOfBooking(booking, fees, settings)
      .filter(({ date }) => monthOf(date) === month)
      .map((entry) => ({ entry, accounts })),
  );
}

/**
 * Finds the bookings that may be counted in a period, ordered by id: those whose stays arrive in the period or overlap
 * it, and those that were canceled in it. Each query is sorted by an indexed date. If the sort were by id, the database
 * might read all bookings of the account in this order.
 */
async function copiesOfDays(
  { bookings }: FinanceStore,
  scope: AccountScope,
  { first, last }: { first: string; last: string },
  countedBy: StatementSettings['counted_by'],
): Promise<CopyBody<BookingCopy>[]> {
  const find = (filter: QueryFilter<BookingCopy>, orderBy: keyof BookingCopy) =>
    bookings.find(scope, filter, { limit: NO_LIMIT, orderBy });
  // No stay is longer than MAX_NIGHTS. So even for stays that overlap the period, the whole history need not be searched.
  const earliest = countedBy === 'arrival' ? first : addDays(first, -MAX_NIGHTS);
  const found = await Promise.all([
    find({ arrival: { $gte: earliest, $lte: last }, departure: { $gte: first } }, 'arrival'),
    find({ canceled_utc: { $gte: first, $lte: `${last}T24` } }, 'canceled_utc'),
  ]);
  const byId = new Map(found.flat().map((copy) => [copy._id, copy]));
  return [...byId.values()].sort((a, b) => a._id - b._id);
}

/**
 * The entries of expenses and payouts that took effect in a period, and the reversals of expenses
 * and payouts that were voided in the period.
 */
async function ownerEntries(store: FinanceStore, scope: AccountScope, period: Period): Promise<Posting[]> {
  const { from, until } = period;
  const entries = await readAll(store.ownerEntries, scope, {
    $or: [
      { date: { $gte: dayOf(from), $lt: dayOf(until) } },
      { journal: { $elemMatch: { recorded_utc: { $gte: from, $lt: until } } } },
    ],
  });
  return entries.flatMap(({ _id, kind, amount_minor, journal, ...entry }) => {
    const { date, description, booking_id, property_id, currency_code } = entry;
    const posting: Posting = {
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
    };
    return withReversal({ effective_utc: new Date(`${date}T00:00:00Z`), journal }, period, [posting]);
  });
}

/** Formats an entry with the names of its ledger accounts. Debits and credits are both positive. */
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
