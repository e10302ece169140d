import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';
import { readAll } from '../store/read-all';
import { readClosedStatements } from './closed-statements';
import { monthOf } from './domain/booking-shares';
import { type LedgerLine, linesOfBooking, linesOfFee } from './domain/ledger-lines';
import type { StatementMinor } from './domain/open-statement';
import { readBookings } from './read-bookings';
import type { StatementAccount } from './statement-settings';

/** All lines of an owner in one currency, and the owner's closed statements in this currency. */
export interface Ledger {
  owner_id: number;
  currency_code: string;
  lines: LedgerLine[];
  closed: StatementMinor[];
}

/**
 * Reads the ledgers of one or all owners, one for each currency.
 * @param account the account as it was read before this call, so that all statements that the
 *   account declares valid are already stored.
 */
export async function readLedgers(
  store: FinanceStore,
  scope: AccountScope,
  account: StatementAccount,
  ownerId?: number,
): Promise<Ledger[]> {
  const ofOwner = ownerId === undefined ? { owner_id: { $gt: 0 } } : { owner_id: ownerId };
  const [bookings, entries, closed] = await Promise.all([
    readBookings(store, scope, ofOwner),
    readAll(store.ownerEntries, scope, { ...ofOwner, status: 'completed' }),
    readClosedStatements(store, scope, account, ofOwner),
  ]);
  const ledgers = new Map<string, Ledger>();
  const ledgerOf = (owner_id: number, currency_code: string): Ledger => {
    const key = `${owner_id}/${currency_code}`;
    const ledger = ledgers.get(key) ?? { owner_id, currency_code, lines: [], closed: [] };
    ledgers.set(key, ledger);
    return ledger;
  };
  for (const { booking, fees } of bookings) {
    const { owner_id, currency_code } = booking;
    if (owner_id === null) continue;
    ledgerOf(owner_id, currency_code).lines.push(...linesOfBooking(booking, account));
    for (const fee of fees)
      for (const line of linesOfFee(booking, fee, account)) ledgerOf(owner_id, fee.currency_code).lines.push(line);
  }
  for (const entry of entries) {
    const { _id, kind, booking_id, property_id, description, amount_minor, date } = entry;
    const line = { kind, record_id: _id, month: monthOf(date), booking_id, property_id, description };
    ledgerOf(entry.owner_id, entry.currency_code).lines.push({ ...line, amount: -amount_minor });
  }
  for (const statement of closed) ledgerOf(statement.owner_id, statement.currency_code).closed.push(statement);
  return [...ledgers.values()].sort((a, b) => a.owner_id - b.owner_id || (a.currency_code < b.currency_code ? -1 : 1));
}
