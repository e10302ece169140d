import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FinanceStore } from '../store/finance-store';
import { readStatementAccount } from './statement-settings';

/** The maximum number of records of each kind in the response. */
const MAX_NAMED = 3;

/**
 * Lists some records that refer to an owner. The booking service does not delete an owner with such
 * records.
 */
export async function referencesOfOwner(
  store: FinanceStore,
  scope: AccountScope,
  ownerId: number,
): Promise<{ references: string[] }> {
  const { closing_ids } = await readStatementAccount(store, scope);
  const page = { limit: MAX_NAMED };
  const [entries, statements] = await Promise.all([
    store.ownerEntries.find(scope, { owner_id: ownerId }, page),
    store.closedStatements.find(scope, { owner_id: ownerId, closing_id: { $in: closing_ids } }, page),
  ]);
  return {
    references: [
      ...entries.map(({ _id }) => `owner entry ${_id}`),
      ...statements.map(({ month }) => `statement ${month}`),
    ],
  };
}
