import type { ListingSite } from '@keyhaven/contracts/booking/listing-site';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type TenantDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model, Schema } from 'mongoose';
import { BOOKING_TOPIC } from './topic';

/** A place where properties are listed, such as a channel or the account's own site. */
export interface ListingSiteDocument extends TenantDocument {
  version: number;
  created_utc: Date;
  updated_utc: Date;
  name: string;
  domain: string;
  active: boolean;
}

export type ListingSiteBody = Body<ListingSiteDocument>;

export function listingSiteModel(connection: Connection): Model<ListingSiteDocument> {
  const schema = tenantSchema('listing_sites', {
    version: Number,
    created_utc: Date,
    updated_utc: Date,
    name: String,
    domain: String,
    active: Boolean,
  });
  return connection.model<ListingSiteDocument>('ListingSite', schema as unknown as Schema<ListingSiteDocument>);
}

export function presentListingSite({ _id, name, domain, active }: ListingSiteBody): ListingSite {
  return { id: _id, name, domain, active };
}

export const listingSiteEntity: Entity<ListingSiteDocument> = {
  type: 'listing_site',
  topic: BOOKING_TOPIC,
  isIn: () => true,
  present: presentListingSite,
  categories: () => [],
};
