import type { Contact } from '@keyhaven/contracts/booking/contact';
import type { ContactParts } from '@keyhaven/contracts/booking/contact-routes';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { Schema } from 'mongoose';
import { type Annotated, presentAnnotations } from '../annotations/domain/annotations';
import { withAnnotations } from './annotation-indexes';

type Stored = Omit<Contact, 'id' | 'created_utc' | 'updated_utc' | 'tags' | 'fields'>;

/** A guest or an owner. */
export interface ContactDocument extends RecordDocument, Stored, Annotated {
  /** The name of an owner, such as a company name, if it differs from first and last name. Absent for guests. */
  name?: string | null;
  /** True for the tombstone of a deleted contact, until it is purged. */
  is_deleted: boolean;
  /**
   * The terms whose beginnings are compared with `q`: names and e-mail addresses, in lower case and case-folded, and
   * digits of telephone numbers.
   */
  search_terms: string[];
}

export type ContactBody = Body<ContactDocument>;

export function contactSchema(collection: string): Schema<ContactDocument> {
  const mixed = Schema.Types.Mixed;
  const schema = tenantSchema<ContactDocument>(collection, {
    name: String,
    first_name: String,
    last_name: String,
    notes: String,
    addresses: [mixed],
    email_addresses: [mixed],
    phones: [mixed],
    search_terms: [String],
    is_deleted: Boolean,
    tags: { type: [mixed], default: undefined },
    fields: { type: [mixed], default: undefined },
  })
    // Serve lists that are filtered by `since_utc` and `created_since_utc`.
    .index({ user_id: 1, updated_utc: 1 })
    .index({ user_id: 1, created_utc: 1 })
    // Serves lists that are filtered by `q`.
    .index({ user_id: 1, search_terms: 1 });
  return withDeletion(withAnnotations(schema));
}

/** Matches the contact with this id, unless it was deleted. */
export function liveContact(id: number): { _id: number; is_deleted: boolean } {
  return { _id: id, is_deleted: false };
}

/** The public record of a contact, with custom fields. */
export function presentContact(body: ContactBody): Contact {
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
    ...presentAnnotations(body),
  };
}

/** Leaves out custom fields, unless they are requested. */
export function trimmedContact<Shown extends Contact>(record: Shown, parts: ContactParts): Shown {
  return parts.include_fields ? record : { ...record, fields: undefined };
}

/** A contact in a list: with tags only on request. */
export function listedContact<Shown extends Contact>(record: Shown, parts: ContactParts): Shown {
  const trimmed = trimmedContact(record, parts);
  return parts.include_tags ? trimmed : { ...trimmed, tags: undefined };
}
