import type { Statement } from '@keyhaven/contracts/finance/statement';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';
import { lastOf, openStatement, type StatementMinor } from './domain/open-statement';
import { presentStatement } from './present-statement';
import { type Ledger, readLedgers } from './read-ledgers';
import { readStatementAccount } from './statement-settings';

/** The statements of an owner for a month, one for each currency that the owner ever had a line in. */
export async function getStatements(
  store: FinanceStore,
  scope: AccountScope,
  { owner_id, month }: { owner_id: number; month: string },
): Promise<{ items: Statement[] }> {
  const account = await readStatementAccount(store, scope);
  const ledgers = await readLedgers(store, scope, account, owner_id);
  return { items: ledgers.map((ledger) => statementOf(ledger, account.closed_through, month)) };
}

function statementOf(ledger: Ledger, closedThrough: string | null, month: string): Statement {
  if (closedThrough === null || month > closedThrough) {
    return presentStatement(ledger, openStatement(ledger.lines, ledger.closed, closedThrough, month), 'open');
  }
  const closed = ledger.closed.find((statement) => statement.month === month);
  return presentStatement(ledger, closed ?? withoutLines(ledger, month), 'closed');
}

/** A closed month without lines. */
function withoutLines({ closed }: Ledger, month: string): StatementMinor {
  const balance = lastOf(closed.filter((statement) => statement.month < month))?.closing ?? 0;
  return { month, opening: balance, lines: [], adjustments: [], closing: balance };
}
