import { services } from '@keyhaven/contracts/platform/services';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type TenantDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';

/** One night of a validated request: an absent field stays as it is, null clears it. */
export interface CheckedRate {
  property_id: number;
  date: string;
  currency_code: string;
  amount_minor?: number | null;
  min_nights?: number | null;
  is_arrival_disallowed?: boolean | null;
  is_departure_disallowed?: boolean | null;
}

/** One night of an accepted request. */
export interface AcceptedRate extends CheckedRate {
  /** Whether it may change which stays can be sold, and thereby whether other nights are sellable. */
  alters_stays: boolean;
}

/**
 * The account's latest accepted request; its id is the account's. Once it is stored, all of its rates will be applied,
 * whatever crashes. The next request replaces it, under the next number, after they are applied.
 */
export interface SpotRateRequestDocument extends TenantDocument {
  /** The request's position among the account's requests; 0 before the first. */
  number: number;
  is_applied: boolean;
  /** Empty after they are applied. */
  rates: AcceptedRate[];
}

export type SpotRateRequestBody = Body<SpotRateRequestDocument>;

export function spotRateRequestModel(connection: Connection): Model<SpotRateRequestDocument> {
  const schema = tenantSchema<SpotRateRequestDocument>('spot_rate_requests', {
    number: Number,
    is_applied: Boolean,
    rates: [Schema.Types.Mixed],
  });
  return connection.model<SpotRateRequestDocument>('SpotRateRequest', schema);
}

/** Requests are not published: the events of calendars name the nights that they change. */
export const spotRateRequestEntity: Entity<SpotRateRequestDocument> = {
  type: 'spot_rate_request',
  topic: services.pricing.topic,
  isIn: () => false,
  present: ({ _id }) => ({ id: _id }),
  categories: () => [],
};
