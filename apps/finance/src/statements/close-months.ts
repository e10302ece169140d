import type { StatementSettingsRecord } from '@keyhaven/contracts/finance/statement';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../finance-store';
import { storeClosedStatement } from './closed-statements';
import { nextMonth, openStatement } from './domain/open-statement';
import { closedThroughOf, type Ledger, readLedgers } from './read-ledgers';
import { ensureStatementAccount, presentSettings, readStatementAccount } from './statement-settings';

/** The step that closes months, begun by the write that says how far. */
export const CLOSE_MONTHS = 'close_months';

/**
 * Freezes the statements of all owners up to a month. Closing what is closed changes nothing.
 * @throws ApiError bad_request when the month is not over.
 */
export async function closeStatements(
  store: FinanceStore,
  scope: AccountScope,
  month: string,
): Promise<StatementSettingsRecord> {
  const present = new Date().toISOString().slice(0, 7);
  if (month >= present) {
    throw new ApiError('bad_request', `month: ${month} is not over; expected a month before ${present}`);
  }
  await ensureStatementAccount(store, scope);
  await store.statementAccounts.update(scope, { _id: scope.accountId }, (before) => {
    const reached = [before.closed_through, before.closing].some((other) => other !== null && other >= month);
    const steps = [{ name: CLOSE_MONTHS, args: {}, decides: true }];
    return Promise.resolve(
      reached ? undefined : { after: { ...before, closing: month }, references: undefined, steps },
    );
  });
  // Where somebody else began to close it, it is closed before this answer too.
  await closeMonths(store, scope);
  return presentSettings(await readStatementAccount(store, scope));
}

/** Closes what is to be closed: a statement for each owner and currency, once. Safe to run again, and by several. */
export async function closeMonths(store: FinanceStore, { accountId }: AccountScope): Promise<void> {
  const scope = { accountId };
  const account = await readStatementAccount(store, scope);
  const { closing } = account;
  if (closing === null) return;
  for (const ledger of await readLedgers(store, scope, account)) {
    await closeLedger(store, scope, ledger, account.closed_through, closing);
  }
  await store.statementAccounts.update(scope, { _id: accountId }, (before) =>
    Promise.resolve(
      // Closing may have been extended meanwhile: that goes on.
      before.closed_through !== null && before.closed_through >= closing
        ? undefined
        : {
            after: { ...before, closed_through: closing, closing: before.closing === closing ? null : before.closing },
            references: undefined,
          },
    ),
  );
}

async function closeLedger(
  store: FinanceStore,
  scope: AccountScope,
  ledger: Ledger,
  closedThrough: string | null,
  upTo: string,
): Promise<void> {
  const { owner_id, currency_code } = ledger;
  const closed = [...ledger.closed];
  for (let month = firstOpen(ledger, closedThrough); month !== undefined && month <= upTo; month = nextMonth(month)) {
    const through = closedThroughOf({ ...ledger, closed }, closedThrough);
    const statement = openStatement(ledger.lines, closed, through, month);
    const isEmpty = statement.lines.length === 0 && statement.adjustments.length === 0;
    closed.push(isEmpty ? statement : await storeClosedStatement(store, scope, { owner_id, currency_code }, statement));
  }
}

/** The first month that is open; undefined when there is nothing to close. */
function firstOpen(ledger: Ledger, closedThrough: string | null): string | undefined {
  const through = closedThroughOf(ledger, closedThrough);
  if (through !== undefined) return nextMonth(through);
  return ledger.lines.map(({ month }) => month).sort()[0];
}
