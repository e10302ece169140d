import type { OwnerEntry } from '@keyhaven/contracts/finance/statement';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { fromMinor } from '@keyhaven/stays/money';
import { type Connection, type Model, Schema } from 'mongoose';
import type { JournalEntry } from './financial-record.model';

/** An expense of an owner, or a payout to an owner. Mistakes are voided, not edited. */
export interface OwnerEntryDocument
  extends RecordDocument, Omit<OwnerEntry, 'id' | 'amount' | 'created_utc' | 'updated_utc'> {
  amount_minor: number;
  journal: JournalEntry[];
}

export function ownerEntryModel(connection: Connection): Model<OwnerEntryDocument> {
  const schema = tenantSchema<OwnerEntryDocument>('owner_entries', {
    kind: String,
    owner_id: Number,
    property_id: Number,
    booking_id: Number,
    amount_minor: Number,
    currency_code: String,
    date: String,
    description: String,
    status: String,
    journal: [Schema.Types.Mixed],
  })
    // Serves statements: the entries of an owner.
    .index({ user_id: 1, owner_id: 1, _id: 1 })
    // Serves the accounting feed: the entries of a month.
    .index({ user_id: 1, date: 1 })
    // Serves the accounting feed: entries that were voided in a month.
    .index({ user_id: 1, 'journal.recorded_utc': 1 });
  return connection.model<OwnerEntryDocument>('OwnerEntry', schema);
}

export function presentOwnerEntry(body: Body<OwnerEntryDocument>): OwnerEntry {
  const { _id, kind, owner_id, property_id, booking_id, amount_minor, currency_code, date, description, status } = body;
  return {
    id: _id,
    kind,
    owner_id,
    property_id,
    booking_id,
    amount: fromMinor(amount_minor, currency_code),
    currency_code,
    date,
    description,
    status,
    created_utc: instantOrBlank(body.created_utc),
    updated_utc: instantOrBlank(body.updated_utc),
  };
}

/** Not published, because integrations must not see transactions between operator and owner. */
export const ownerEntryEntity: Entity<OwnerEntryDocument, OwnerEntry> = {
  type: 'owner_entry',
  isIn: () => true,
  present: presentOwnerEntry,
  categories: () => [],
};
