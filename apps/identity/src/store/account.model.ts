import type { AccountRecord, TaxRemitter } from '@keyhaven/contracts/identity/identity';
import { services } from '@keyhaven/contracts/platform/services';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';

/** An account: one customer of the platform. Its `_id` is the `user_id` of all records of the customer. */
export interface AccountDocument extends RecordDocument {
  company_name: string;
  time_zone: string;
  currency_code: string;
  is_property_management: boolean;
  taxes_remitted_by: TaxRemitter;
}

export type AccountBody = Body<AccountDocument>;

/**
 * The collection of accounts. It is small, so it is not sharded, and any of its indexes can be
 * unique.
 */
export function accountModel(connection: Connection): Model<AccountDocument> {
  const schema = tenantSchema<AccountDocument>('accounts', {
    company_name: String,
    time_zone: String,
    currency_code: String,
    is_property_management: Boolean,
    taxes_remitted_by: String,
  })
    // Serves repeated requests, which look up the account that the first request created. Makes a concurrent request
    // with the same key fail.
    .index(
      { 'idempotency.key': 1 },
      { unique: true, partialFilterExpression: { 'idempotency.key': { $exists: true } } },
    );
  return connection.model<AccountDocument>('Account', schema);
}

/** Returns the record of an account, as events contain it. */
export function presentAccountRecord(body: AccountBody): AccountRecord {
  const { _id, company_name, time_zone, currency_code, created_utc, updated_utc } = body;
  const { is_property_management, taxes_remitted_by } = body;
  return {
    id: _id,
    company_name,
    time_zone,
    currency_code,
    is_property_management,
    taxes_remitted_by,
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
  };
}

export const accountEntity: Entity<AccountDocument, AccountRecord> = {
  type: 'account',
  topic: services.identity.topic,
  isIn: () => true,
  present: presentAccountRecord,
  categories: () => [],
};
