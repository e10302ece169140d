import type { Statement } from '@keyhaven/contracts/finance/statement';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';
import { lastOf, openStatement, type StatementMinor } from './domain/open-statement';
import { presentStatement } from './present-statement';
import { type Ledger, readLedgers } from './read-ledgers';
import { readStatementAccount } from './statement-settings';

/**
 * Returns the statements of an owner for a month, one for each currency in which the owner has
 * lines.
 */
export async function getStatements(
  store: FinanceStore,
  scope: AccountScope,
  { owner_id, month }: { owner_id: number; month: string },
): Promise<{ items: Statement[] }> {
  const account = await readStatementAccount(store, scope);
  const [ledgers, owner] = await Promise.all([
    readLedgers(store, scope, account, owner_id),
    store.owners.findOne(scope, { _id: owner_id }),
  ]);
  const owner_name = owner?.name ?? null;
  return { items: ledgers.map((ledger) => statementOf({ ...ledger, owner_name }, account.closed_through, month)) };
}

/**
 * A ledger with the current name of its owner. The name is null if the owner's event has not
 * arrived yet.
 */
type NamedLedger = Ledger & { owner_name: string | null };

function statementOf(ledger: NamedLedger, closedThrough: string | null, month: string): Statement {
  if (closedThrough === null || month > closedThrough) {
    return presentStatement(ledger, openStatement(ledger.lines, ledger.closed, closedThrough, month), 'open');
  }
  const closed = ledger.closed.find((statement) => statement.month === month);
  return presentStatement(ledger, closed ?? withoutLines(ledger, month), 'closed');
}

/** Returns the statement of a closed month in which the owner has no lines. */
function withoutLines({ closed }: Ledger, month: string): StatementMinor {
  const balance = lastOf(closed.filter((statement) => statement.month < month))?.closing ?? 0;
  return { month, opening: balance, lines: [], adjustments: [], closing: balance };
}
