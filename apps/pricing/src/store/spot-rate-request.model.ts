import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type TenantDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';
import { PRICING_TOPIC } from './topic';

/** One night of a request that was checked: a field that is not there stays as it is, null clears it. */
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
  /** Whether it may change which stays can be sold: then other nights may become sellable, or not. */
  alters_stays: boolean;
}

/**
 * The latest request of an account that was checked and accepted; its id is the account's. From the moment that it is
 * stored all of its rates will be applied, whatever crashes. The next one takes its place, under the next number, when
 * they are.
 */
export interface SpotRateRequestDocument extends TenantDocument {
  /** The place in which it counts among the account's requests; 0 before the first. */
  number: number;
  is_applied: boolean;
  /** Empty once they are applied. */
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

/** Nobody is told of requests: what they change is told by the calendars. */
export const spotRateRequestEntity: Entity<SpotRateRequestDocument> = {
  type: 'spot_rate_request',
  topic: PRICING_TOPIC,
  isIn: () => false,
  present: ({ _id }) => ({ id: _id }),
  categories: () => [],
};
