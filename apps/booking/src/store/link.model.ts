import type { Link, LinkState } from '@keyhaven/contracts/booking/link';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { linkName } from '@keyhaven/stays/night-keys';
import type { Connection, Model } from 'mongoose';

/**
 * A link between two properties, which cannot be occupied on the same night. The link applies while
 * its state is `pending` or `active`.
 */
export interface LinkDocument extends RecordDocument {
  property_ids: [number, number];
  /** The first night to which the link applies, yyyy-mm-dd: the day on which the link was created. */
  counts_from: string;
  /** The key of the two properties. Absent after the link is removed, so that the properties can be linked again. */
  pair?: string;
  state: LinkState | 'removed';
  /** Why the link could not be created. */
  refusal?: string[];
}

export type LinkBody = Body<LinkDocument>;

export function linkModel(connection: Connection): Model<LinkDocument> {
  const schema = tenantSchema<LinkDocument>('links', {
    property_ids: { type: [Number], required: true },
    counts_from: { type: String, required: true },
    pair: String,
    state: String,
    refusal: { type: [String], default: undefined },
  })
    // Allows at most one link for each pair of properties.
    .index({ user_id: 1, pair: 1 }, { unique: true, partialFilterExpression: { pair: { $exists: true } } })
    // Serves the query for the links of a property, and the list of links.
    .index({ user_id: 1, property_ids: 1 });
  return connection.model<LinkDocument>('Link', schema);
}

/** Links have no events, but their linked_availability records do. */
export const linkEntity: Entity<LinkDocument, Link> = {
  type: 'link',
  isIn: () => true,
  present: presentLink,
  categories: () => [],
};

export function presentLink({ _id, property_ids, counts_from, state, created_utc, updated_utc }: LinkBody): Link {
  return {
    id: _id,
    property_ids,
    counts_from,
    state: state === 'removed' ? 'removing' : state,
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
  };
}

export function pairOf([a, b]: readonly [number, number]): string {
  return linkName(a, b);
}
