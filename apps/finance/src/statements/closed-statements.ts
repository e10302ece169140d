import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Body } from '@keyhaven/persistence/tenant-document';
import type { FinanceStore } from '../store/finance-store';
import { readAll } from '../store/read-all';
import type { ClosedStatementDocument } from '../store/closed-statement.model';
import type { StatementMinor } from './domain/open-statement';
import { pagesOf } from './domain/statement-pages';
import type { StatementAccountDocument } from '../store/statement-account.model';

type ClosedStatement = Body<ClosedStatementDocument>;

/**
 * Reads the valid closed statements of one or all owners, with all their pages. A statement is valid if the account's
 * document lists its `closing_id`.
 */
export async function readClosedStatements(
  store: FinanceStore,
  scope: AccountScope,
  { closing_ids }: Pick<StatementAccountDocument, 'closing_ids'>,
  ofOwner: { owner_id: number | { $gt: number } },
): Promise<ClosedStatement[]> {
  // Pages are written before their statement, so all pages of a statement that was read exist.
  const statements = await readAll(store.closedStatements, scope, { ...ofOwner, closing_id: { $in: closing_ids } });
  const further = await readAll(store.furtherPages, scope, ofOwner);
  const byId = new Map(statements.map((statement) => [statement._id, statement]));
  for (const { statement_id, lines, adjustments } of further) {
    const statement = byId.get(statement_id);
    statement?.lines.push(...lines);
    statement?.adjustments.push(...adjustments);
  }
  return statements;
}

/**
 * Stores a closed statement. Writes first the pages that do not fit into the document of the
 * statement, and then this document. If the process crashes, or another closing is written first,
 * these documents remain in the database, but are never used.
 */
export async function storeClosedStatement(
  store: FinanceStore,
  scope: AccountScope,
  of: Pick<ClosedStatement, 'closing_id' | 'owner_id' | 'currency_code'>,
  statement: StatementMinor,
): Promise<void> {
  const [firstPage, ...furtherPages] = pagesOf(statement);
  const statement_id = await store.ids.next('closed_statement');
  // The repository sets these fields when it writes the document.
  const unwritten = { user_id: scope.accountId, version: 0, created_utc: new Date(0), updated_utc: new Date(0) };
  for (const page of furtherPages) {
    const _id = await store.ids.next('statement_page');
    const after = { ...unwritten, _id, statement_id, owner_id: of.owner_id, ...page };
    await store.furtherPages.create(scope, () => Promise.resolve({ after }));
  }
  const after = { ...unwritten, _id: statement_id, ...statement, ...of, ...firstPage };
  await store.closedStatements.create(scope, () => Promise.resolve({ after }));
}
