import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import type { Body } from '@keyhaven/persistence/tenant-document';
import type { FinanceStore } from '../finance-store';
import { readAll } from '../records/read-all';
import type { ClosedStatementDocument } from './closed-statement.model';
import type { StatementMinor } from './domain/open-statement';
import { pagesOf } from './domain/statement-pages';

type ClosedStatement = Body<ClosedStatementDocument>;

/** The closed statements of one owner, or of all, each with all its pages. */
export async function readClosedStatements(
  store: FinanceStore,
  scope: AccountScope,
  ofOwner: { owner_id: number | { $gt: number } },
): Promise<ClosedStatement[]> {
  // A statement that is there has all its pages: they are read after it.
  const statements = await readAll(store.closedStatements, scope, ofOwner);
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
 * Stores a closed statement: first the pages that its own document has no room for, then that document, which is what
 * closes the month. Where a crash comes between, the pages stay without a statement and are never read.
 * @returns the statement that stands: another process may have closed the month first.
 */
export async function storeClosedStatement(
  store: FinanceStore,
  scope: AccountScope,
  of: Pick<ClosedStatement, 'owner_id' | 'currency_code'>,
  statement: StatementMinor,
): Promise<StatementMinor> {
  const own = { ...of, month: statement.month };
  if (await store.closedStatements.findOne(scope, own)) return standing(store, scope, own);
  const [firstPage, ...furtherPages] = pagesOf(statement);
  const statement_id = await store.ids.next('closed_statement');
  // Times are set by the write.
  const unwritten = { user_id: scope.accountId, version: 0, created_utc: new Date(0), updated_utc: new Date(0) };
  for (const page of furtherPages) {
    const _id = await store.ids.next('statement_page');
    const after = { ...unwritten, _id, statement_id, owner_id: of.owner_id, ...page };
    await store.furtherPages.create(scope, () => Promise.resolve({ after, references: undefined }));
  }
  try {
    const after = { ...unwritten, _id: statement_id, ...statement, ...of, ...firstPage };
    await store.closedStatements.create(scope, () => Promise.resolve({ after, references: undefined }));
    return statement;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return standing(store, scope, own);
  }
}

async function standing(
  store: FinanceStore,
  scope: AccountScope,
  { owner_id, currency_code, month }: Pick<ClosedStatement, 'owner_id' | 'currency_code' | 'month'>,
): Promise<StatementMinor> {
  const ofOwner = await readClosedStatements(store, scope, { owner_id });
  const found = ofOwner.find((other) => other.currency_code === currency_code && other.month === month);
  if (!found) throw new Error(`${month} of owner ${owner_id} in ${currency_code} is closed without a statement`);
  return found;
}
