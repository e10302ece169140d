import type { ListingSite } from '@keyhaven/contracts/booking/listing-site';
import { services } from '@keyhaven/contracts/platform/services';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import type { Connection, Model } from 'mongoose';

/** A site on which properties are listed, such as a channel or the account's own website. */
export interface ListingSiteDocument extends RecordDocument {
  name: string;
  domain: string;
  active: boolean;
}

export type ListingSiteBody = Body<ListingSiteDocument>;

export function listingSiteModel(connection: Connection): Model<ListingSiteDocument> {
  const schema = tenantSchema<ListingSiteDocument>('listing_sites', {
    name: String,
    domain: String,
    active: Boolean,
  });
  return connection.model<ListingSiteDocument>('ListingSite', schema);
}

export function presentListingSite({ _id, name, domain, active }: ListingSiteBody): ListingSite {
  return { id: _id, name, domain, active };
}

export const listingSiteEntity: Entity<ListingSiteDocument, ListingSite> = {
  type: 'listing_site',
  topic: services.booking.topic,
  isIn: () => true,
  present: presentListingSite,
  categories: () => [],
};
