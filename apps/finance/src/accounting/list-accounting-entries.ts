import type { AccountingEntry } from '@keyhaven/contracts/finance/statement';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import { fromMinor } from '@keyhaven/stays/money';
import type { FinanceStore } from '../store/finance-store';
import { readAll } from '../store/read-all';
import { monthOf } from '../statements/domain/booking-shares';
import { nextMonth } from '../statements/domain/open-statement';
import { readBookings } from '../statements/read-bookings';
import { readStatementAccount } from '../statements/statement-settings';
import { entriesOfBooking, type Posting, type Purpose } from './domain/accounting-entries';
import { type Accounts, readAccounts } from '../store/ledger-accounts';
import { dayOf, entriesOfRecords, type Period, withReversal } from './record-entries';

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
  const [first, last] = [addDays(dayOf(from), -1), addDays(dayOf(until), 1)];
  const bookings = await readBookings(store, scope, {
    $or: [
      { arrival: { $lte: last }, departure: { $gte: first } },
      { canceled_utc: { $gte: first, $lte: `${last}T24` } },
    ],
  });
  return bookings.flatMap(({ booking, fees, accounts }) =>
    entriesOfBooking(booking, fees, settings)
      .filter(({ date }) => monthOf(date) === month)
      .map((entry) => ({ entry, accounts })),
  );
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
