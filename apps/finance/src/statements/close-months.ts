import type { StatementSettingsRecord } from '@keyhaven/contracts/finance/statement';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';
import { storeClosedStatement } from './closed-statements';
import type { LedgerLine } from './domain/ledger-lines';
import { nextMonth, openStatement } from './domain/open-statement';
import { type Ledger, readLedgers } from './read-ledgers';
import {
  ensureStatementAccount,
  presentSettings,
  readStatementAccount,
  type StatementAccount,
} from './statement-settings';
import { job } from '../jobs';

/**
 * Closes the statements of all owners up to a month. Closing the same month again has no effect.
 * @throws ApiError bad_request if the month is not over.
 */
export async function closeStatements(
  store: FinanceStore,
  scope: AccountScope,
  month: string,
): Promise<StatementSettingsRecord> {
  await ensureStatementAccount(store, scope);
  const account = await store.statementAccounts.update(scope, { _id: scope.accountId }, (before) => {
    assertOver(month);
    const reached = [before.closed_through, before.closing].some((other) => other !== null && other >= month);
    const jobs = [job('close_months', {})];
    return Promise.resolve(reached ? undefined : { after: { ...before, closing: month }, jobs });
  });
  // A concurrent request may have begun to close months. Before the response, finish the work of that request too.
  await closeMonths(store, scope);
  if (!scope.idempotency) return presentSettings(await readStatementAccount(store, scope));
  // Other requests may have closed later months by now. Leave these months out, so that a repeated request gets the
  // same response.
  const { closing, closed_through } = account;
  const isFurther = closing !== null && (closed_through === null || closing > closed_through);
  return presentSettings({ ...account, closed_through: isFurther ? closing : closed_through });
}

/** @throws ApiError bad_request if the month is not over. */
function assertOver(month: string): void {
  const present = new Date().toISOString().slice(0, 7);
  if (month < present) return;
  throw new ApiError('bad_request', `month: ${month} is not over; expected a month before ${present}`);
}

/** Closes months until none is left to close. Safe to repeat and to run concurrently. */
export async function closeMonths(store: FinanceStore, { accountId }: AccountScope): Promise<void> {
  const scope = { accountId };
  for (;;) {
    const account = await readStatementAccount(store, scope);
    const { closing } = account;
    if (closing === null) return;
    await closeThrough(store, scope, account, closing);
  }
}

/**
 * Creates a statement for each owner and currency. Then one write of the account's document makes
 * all these statements valid. That write does nothing if another closing was written first, because
 * the new statements may then be based on older records.
 */
async function closeThrough(
  store: FinanceStore,
  scope: AccountScope,
  account: StatementAccount,
  month: string,
): Promise<void> {
  const closing_id = await store.ids.next('closing');
  for (const ledger of await readLedgers(store, scope, account)) {
    await closeLedger(store, scope, ledger, { closing_id, closedThrough: account.closed_through, month });
  }
  await store.statementAccounts.update(scope, { _id: account._id }, (before) =>
    Promise.resolve(
      before.closed_through !== account.closed_through
        ? undefined
        : {
            after: {
              ...before,
              closed_through: month,
              // If a concurrent request has set a later month to close, closeMonths continues with
              // that month.
              closing: before.closing === month ? null : before.closing,
              closing_ids: [...before.closing_ids, closing_id],
            },
          },
    ),
  );
}

async function closeLedger(
  store: FinanceStore,
  scope: AccountScope,
  { owner_id, currency_code, lines, closed: closedBefore }: Ledger,
  { closing_id, closedThrough, month: last }: { closing_id: number; closedThrough: string | null; month: string },
): Promise<void> {
  const closed = [...closedBefore];
  let through = closedThrough;
  for (let month = firstOpen(lines, through); month !== undefined && month <= last; month = nextMonth(month)) {
    const statement = openStatement(lines, closed, through, month);
    const isEmpty = statement.lines.length === 0 && statement.adjustments.length === 0;
    if (!isEmpty) await storeClosedStatement(store, scope, { closing_id, owner_id, currency_code }, statement);
    closed.push(statement);
    through = month;
  }
}

/** The first open month. Undefined if there is nothing to close. */
function firstOpen(lines: readonly LedgerLine[], closedThrough: string | null): string | undefined {
  if (closedThrough !== null) return nextMonth(closedThrough);
  return lines.map(({ month }) => month).sort()[0];
}
