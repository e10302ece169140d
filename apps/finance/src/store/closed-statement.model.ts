import type { Entity } from '@keyhaven/persistence/entity';
import { type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';
import type { StatementMinor } from '../statements/domain/open-statement';
import type { StatementPage } from '../statements/domain/statement-pages';

/** A statement as of the closing of its month, with its first page. It is never changed. */
export interface ClosedStatementDocument extends RecordDocument, StatementMinor {
  /**
   * The closing that made it. It is valid if the account names this closing; of several concurrent ones, only one is
   * named.
   */
  closing_id: number;
  owner_id: number;
  currency_code: string;
}

/** A further page of a closed statement. It is written before the statement and never changed. */
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

/** Not published: statements are visible to the operator only. */
export const closedStatementEntity: Entity<ClosedStatementDocument> = {
  type: 'closed_statement',
  isIn: () => true,
  present: ({ _id, user_id: _account, ...rest }) => ({ id: _id, ...rest }),
  categories: () => [],
};

/** Not published, like the statement that it belongs to. */
export const furtherPageEntity: Entity<FurtherPageDocument> = {
  type: 'statement_page',
  isIn: () => true,
  present: ({ _id, user_id: _account, ...rest }) => ({ id: _id, ...rest }),
  categories: () => [],
};
