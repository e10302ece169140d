import type { Entity } from '@keyhaven/persistence/entity';
import { type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';
import type { StatementMinor } from '../statements/domain/open-statement';
import type { StatementPage } from '../statements/domain/statement-pages';

/** A statement as it was when its month was closed, with its first page; it is never written again. */
export interface ClosedStatementDocument extends RecordDocument, StatementMinor {
  /** It stands when the account names this closing: of several at once, only one is named. */
  closing_id: number;
  owner_id: number;
  currency_code: string;
}

/** What a closed statement goes on with; it is written before the statement itself, and never again. */
export interface FurtherPageDocument extends RecordDocument, StatementPage {
  statement_id: number;
  owner_id: number;
}

export function closedStatementModel(connection: Connection): Model<ClosedStatementDocument> {
  const mixed = Schema.Types.Mixed;
  const schema = tenantSchema<ClosedStatementDocument>('closed_statements', {
    closing_id: Number,
    owner_id: Number,
    currency_code: String,
    month: String,
    opening: Number,
    lines: [mixed],
    adjustments: [mixed],
    closing: Number,
  })
    // A closing has one statement for each owner, currency and month; the statements of an owner are read by it.
    .index({ user_id: 1, owner_id: 1, currency_code: 1, month: 1, closing_id: 1 }, { unique: true });
  return connection.model<ClosedStatementDocument>('ClosedStatement', schema);
}

export function furtherPageModel(connection: Connection): Model<FurtherPageDocument> {
  const mixed = Schema.Types.Mixed;
  const schema = tenantSchema<FurtherPageDocument>('statement_pages', {
    statement_id: Number,
    owner_id: Number,
    lines: [mixed],
    adjustments: [mixed],
  })
    // The further pages of an owner's statements are read with these.
    .index({ user_id: 1, owner_id: 1, _id: 1 });
  return connection.model<FurtherPageDocument>('StatementPage', schema);
}

/** Told to nobody: statements are the operator's. */
export const closedStatementEntity: Entity<ClosedStatementDocument> = {
  type: 'closed_statement',
  isIn: () => true,
  present: ({ _id, user_id: _account, ...rest }) => ({ id: _id, ...rest }),
  categories: () => [],
};

/** Told to nobody, as the statement that it is of. */
export const furtherPageEntity: Entity<FurtherPageDocument> = {
  type: 'statement_page',
  isIn: () => true,
  present: ({ _id, user_id: _account, ...rest }) => ({ id: _id, ...rest }),
  categories: () => [],
};
