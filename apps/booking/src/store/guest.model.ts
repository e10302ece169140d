import type { Guest } from '@keyhaven/contracts/booking/guest';
import { services } from '@keyhaven/contracts/platform/services';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';

type Stored = Omit<Guest, 'id' | 'created_utc' | 'updated_utc'>;

export interface GuestDocument extends RecordDocument, Stored {
  /** A deleted guest stays as a tombstone until the purge. */
  is_deleted: boolean;
  /** Terms whose prefixes find the guest with q: names, e-mail addresses and numbers in lower case. */
  search_terms: string[];
}

export type GuestBody = Body<GuestDocument>;

export function guestModel(connection: Connection): Model<GuestDocument> {
  const mixed = Schema.Types.Mixed;
  const schema = tenantSchema<GuestDocument>('guests', {
    first_name: String,
    last_name: String,
    notes: String,
    addresses: [mixed],
    email_addresses: [mixed],
    phones: [mixed],
    search_terms: [String],
    is_deleted: Boolean,
  })
    // The lists since_utc and created_since_utc.
    .index({ user_id: 1, updated_utc: 1 })
    .index({ user_id: 1, created_utc: 1 })
    // The list with q.
    .index({ user_id: 1, search_terms: 1 });
  withDeletion(schema);
  return connection.model<GuestDocument>('Guest', schema);
}

/** The guest with an id, unless deleted. */
export function liveGuest(id: number): { _id: number; is_deleted: boolean } {
  return { _id: id, is_deleted: false };
}

export function presentGuest(body: GuestBody): Guest {
  const { _id, first_name, last_name, notes, addresses, email_addresses, phones, created_utc, updated_utc } = body;
  return {
    id: _id,
    first_name,
    last_name,
    notes,
    addresses,
    email_addresses,
    phones,
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
  };
}

export const guestEntity: Entity<GuestDocument, Guest> = {
  type: 'guest',
  topic: services.booking.topic,
  isIn: ({ is_deleted }) => !is_deleted,
  present: presentGuest,
  categories: () => [],
  stampedWhenDeleted: () => ['deleted_utc'],
};
