import { services } from '@keyhaven/contracts/platform/services';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type TenantDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';

/** One night of a validated request. Absent fields are kept, and null fields are cleared. */
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
  /** Whether the rate may change which stays can be sold, and so the availability of other nights. */
  alters_stays: boolean;
}

/**
 * The account's latest accepted request. It has the same id as the account. A stored request is always applied in full,
 * even after a crash. The next request gets the next number, and replaces this request only after all rates of this
 * request are applied.
 */
export interface SpotRateRequestDocument extends TenantDocument {
  /** The position of the request among the account's requests. 0 before the first request. */
  number: number;
  is_applied: boolean;
  /** The rates to apply. Empty after they are applied. */
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

/** Requests are not published. Calendar events publish the nights that a request changes. */
export const spotRateRequestEntity: Entity<SpotRateRequestDocument> = {
  type: 'spot_rate_request',
  topic: services.pricing.topic,
  isIn: () => false,
  present: ({ _id }) => ({ id: _id }),
  categories: () => [],
};
