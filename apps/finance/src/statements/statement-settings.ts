import type { StatementSettingsPatch, StatementSettingsRecord } from '@keyhaven/contracts/finance/statement';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import type { Body } from '@keyhaven/persistence/tenant-document';
import type { FinanceStore } from '../store/finance-store';
import type { StatementAccountDocument } from '../store/statement-account.model';

export type StatementAccount = Body<StatementAccountDocument>;

/** The default settings, for an account without stored settings. */
function byDefault(scope: AccountScope): StatementAccount {
  return {
    _id: scope.accountId,
    user_id: scope.accountId,
    version: 0,
    created_utc: new Date(0),
    updated_utc: new Date(0),
    counted_by: 'arrival',
    host_fees_borne_by: 'owner',
    commission_on: 'gross',
    closed_through: null,
    closing: null,
    closing_ids: [],
  };
}

/** Reads the account's statement settings, and the latest month whose statements are closed. */
export async function readStatementAccount(store: FinanceStore, scope: AccountScope): Promise<StatementAccount> {
  return (await store.statementAccounts.findOne(scope, { _id: scope.accountId })) ?? byDefault(scope);
}

/** Creates the account's settings document if it does not exist. */
export async function ensureStatementAccount(store: FinanceStore, { accountId }: AccountScope): Promise<void> {
  const scope = { accountId };
  if (await store.statementAccounts.findOne(scope, { _id: accountId })) return;
  try {
    await store.statementAccounts.create(scope, () => Promise.resolve({ after: byDefault(scope) }));
  } catch (error) {
    // A concurrent request created the document.
    if (!isDuplicateKey(error)) throw error;
  }
}

export async function getStatementSettings(store: FinanceStore, scope: AccountScope): Promise<StatementSettingsRecord> {
  return presentSettings(await readStatementAccount(store, scope));
}

/** Changes the statement settings. Effects on closed months become adjustments in the first open month. */
export async function updateStatementSettings(
  store: FinanceStore,
  scope: AccountScope,
  patch: StatementSettingsPatch,
): Promise<StatementSettingsRecord> {
  await ensureStatementAccount(store, scope);
  const body = await store.statementAccounts.update(scope, { _id: scope.accountId }, (before) =>
    Promise.resolve({ after: { ...before, ...patch } }),
  );
  return presentSettings(body);
}

export function presentSettings(account: StatementAccount): StatementSettingsRecord {
  const { _id, counted_by, host_fees_borne_by, commission_on, closed_through } = account;
  return { id: _id, counted_by, host_fees_borne_by, commission_on, closed_through };
}
