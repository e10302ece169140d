import type { Entity } from '@keyhaven/persistence/entity';
import { type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';
import type { StatementMinor } from '../statements/domain/open-statement';
import type { StatementPage } from '../statements/domain/statement-pages';

/** A statement as it was when its month was closed, with its first page. It is never changed. */
export interface ClosedStatementDocument extends RecordDocument, StatementMinor {
  /**
   * The id of the closing that created this statement. The statement is valid only if `closing_ids`
   * of the account contains this id. If several closings were concurrent, `closing_ids` contains
   * only one of them.
   */
  closing_id: number;
  owner_id: number;
  currency_code: string;
}

/** An additional page of a closed statement. It is written before the statement and never changed. */
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
    // Allows a closing only one statement for each owner, currency and month. Also serves the query for an owner's
    // statements.
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
    // Serves the query for the additional pages of an owner's statements.
    .index({ user_id: 1, owner_id: 1, _id: 1 });
  return connection.model<FurtherPageDocument>('StatementPage', schema);
}

/** Not published, because only operators can see statements. */
export const closedStatementEntity: Entity<ClosedStatementDocument> = {
  type: 'closed_statement',
  isIn: () => true,
  present: ({ _id, user_id: _account, ...rest }) => ({ id: _id, ...rest }),
  categories: () => [],
};

/** Not published, like the statement itself. */
export const furtherPageEntity: Entity<FurtherPageDocument> = {
  type: 'statement_page',
  isIn: () => true,
  present: ({ _id, user_id: _account, ...rest }) => ({ id: _id, ...rest }),
  categories: () => [],
};
