import type { Tax, TaxTerms } from '@keyhaven/contracts/fees/tax';
import { services } from '@keyhaven/contracts/platform/services';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Connection, type Model, Schema } from 'mongoose';

export interface TaxDocument extends RecordDocument, TaxTerms {
  is_deleted: boolean;
  property_id: number;
}

export type TaxBody = Body<TaxDocument>;

/** The maximum number of taxes of a property. All of them may apply to one stay. */
export const MAX_TAXES = 50;

export function taxModel(connection: Connection): Model<TaxDocument> {
  const schema = tenantSchema<TaxDocument>('taxes', {
    is_deleted: Boolean,
    property_id: Number,
    description: String,
    active: Boolean,
    position: Number,
    mode: String,
    amount: Number,
    percent: Number,
    applies_to: { type: Schema.Types.Mixed },
    guests: String,
    max_nights: Number,
    exempt_from_nights: Number,
    valid_from: String,
    valid_to: String,
    remitted_by_listing_site_ids: [Number],
    is_inclusive: Boolean,
  })
    // Serves the list filtered by `property_id`, the taxes of a stay, the tax summaries (`definitionsInBrief`), and the
    // check of the limit per property.
    .index({ user_id: 1, property_id: 1, _id: 1 })
    // Serves the list with since_utc.
    .index({ user_id: 1, updated_utc: 1 });
  withDeletion(schema);
  return connection.model<TaxDocument>('Tax', schema);
}

/** The terms of a tax: all fields except id, property and times. */
export function presentTaxTerms(body: TaxTerms): TaxTerms {
  const { description, active, position, mode, amount, percent, applies_to, guests } = body;
  const { max_nights, exempt_from_nights, valid_from, valid_to, remitted_by_listing_site_ids, is_inclusive } = body;
  return {
    description,
    active,
    position,
    mode,
    amount,
    percent,
    applies_to,
    guests,
    max_nights,
    exempt_from_nights,
    valid_from,
    valid_to,
    remitted_by_listing_site_ids,
    is_inclusive,
  };
}

/** The public record of a tax. It does not contain the terms, which are private. */
export type TaxInShort = Pick<Tax, 'id' | 'property_id' | 'created_utc' | 'updated_utc'>;

function presentTaxInShort({ _id, property_id, created_utc, updated_utc }: TaxBody): TaxInShort {
  return {
    id: _id,
    property_id,
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
  };
}

/** The tax in the format of the operator contract. */
export function presentTax(body: TaxBody): Tax {
  return { ...presentTaxInShort(body), ...presentTaxTerms(body) };
}

export const taxEntity: Entity<TaxDocument, TaxInShort> = {
  type: 'tax',
  topic: services.fees.topic,
  isIn: ({ is_deleted }) => !is_deleted,
  present: presentTaxInShort,
  presentPrivate: (body) => ({ ...presentTaxTerms(body) }),
  categories: () => [],
  stampedWhenDeleted: () => ['deleted_utc'],
};
