import type { StatementSettings } from '@keyhaven/contracts/finance/statement';
import type { Entity } from '@keyhaven/persistence/entity';
import { type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';

/**
 * An account's statement settings, and the latest month whose statements are closed. The document
 * has the account's `_id`.
 */
export interface StatementAccountDocument extends RecordDocument, StatementSettings {
  closed_through: string | null;
  /** The last month that the closing in progress will close. Null if no closing is in progress. */
  closing: string | null;
  /** The closings whose statements are valid, one for each write that changed `closed_through`. */
  closing_ids: number[];
}

export function statementAccountModel(connection: Connection): Model<StatementAccountDocument> {
  const schema = tenantSchema<StatementAccountDocument>('statement_accounts', {
    counted_by: String,
    host_fees_borne_by: String,
    commission_on: String,
    closed_through: String,
    closing: String,
    closing_ids: [Number],
  });
  return connection.model<StatementAccountDocument>('StatementAccount', schema);
}

/** Not published, because only operators can see statements. */
export const statementAccountEntity: Entity<StatementAccountDocument> = {
  type: 'statement_account',
  isIn: () => true,
  present: ({ _id, counted_by, host_fees_borne_by, commission_on, closed_through, closing, closing_ids }) => ({
    id: _id,
    counted_by,
    host_fees_borne_by,
    commission_on,
    closed_through,
    closing,
    closing_ids,
  }),
  categories: () => [],
};
