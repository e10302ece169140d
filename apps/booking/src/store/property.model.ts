import type { Photo, Property } from '@keyhaven/contracts/booking/property';
import { services } from '@keyhaven/contracts/platform/services';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';
import { type Annotated, presentAnnotations } from '../annotations/domain/annotations';
import type { PropertyLink } from '../links/domain/linked-properties';
import { withAnnotations } from './annotation-indexes';

type Stored = Omit<
  Property,
  'id' | 'created_utc' | 'updated_utc' | `thumbnail_url${string}` | 'photos' | 'tags' | 'fields'
>;

/** A photo as it is stored. Its position is its index in the list. */
export type StoredPhoto = Omit<Photo, 'position'>;

/** A property with the settings that only operators see. */
export interface PropertyDocument extends RecordDocument, Stored, Annotated {
  photos: StoredPhoto[];
  owner_commission_percent: number | null;
  accounting: Record<string, string> | null;
  payment_due_hours: number | null;
  payment_due_percent: number;
  security_deposit_amount: number | null;
  redirect_after_booking_url: string | null;
  /**
   * The links that apply to nights of the property (docs/decisions/006-links.md). Absent if the property never had a
   * link.
   */
  links?: PropertyLink[];
  /**
   * Increased with each change of `links`, never decreased. Absent if the property never had a
   * link.
   */
  links_revision?: number;
}

export type PropertyBody = Body<PropertyDocument>;

export function propertyModel(connection: Connection): Model<PropertyDocument> {
  const mixed = Schema.Types.Mixed;
  const schema = tenantSchema<PropertyDocument>('properties', {
    key: String,
    name: String,
    external_name: String,
    internal_code: String,
    active: Boolean,
    is_snoozed: Boolean,
    time_zone: String,
    currency_code: String,
    property_type: String,
    address: mixed,
    latitude: Number,
    longitude: Number,
    bathrooms: Number,
    bathrooms_full: Number,
    bathrooms_half: Number,
    bedrooms: Number,
    living_area: Number,
    max_adults: Number,
    max_children: Number,
    max_guests: Number,
    max_pets: Number,
    check_in: String,
    check_in_end: String,
    check_out: String,
    display_order: Number,
    owner_id: Number,
    owner_commission_percent: Number,
    accounting: mixed,
    payment_due_hours: Number,
    payment_due_percent: Number,
    security_deposit_amount: Number,
    redirect_after_booking_url: String,
    public_url: String,
    photos: [mixed],
    tags: { type: [mixed], default: undefined },
    fields: { type: [mixed], default: undefined },
    links: { type: [mixed], default: undefined },
    links_revision: Number,
  })
    // Serves lists that are filtered by `since_utc`.
    .index({ user_id: 1, updated_utc: 1 })
    // Serves the query for the properties of an owner who is about to be deleted.
    .index({ user_id: 1, owner_id: 1 });
  withAnnotations(schema);
  return connection.model<PropertyDocument>('Property', schema);
}

/** The public record of a property, with all parts. */
export function presentProperty(body: PropertyBody): Required<Property> {
  const {
    _id,
    user_id: _account,
    version: _version,
    photos,
    owner_commission_percent: _percent,
    accounting: _accounting,
    payment_due_hours: _hours,
    payment_due_percent: _duePercent,
    security_deposit_amount: _deposit,
    redirect_after_booking_url: _redirect,
    links: _links,
    links_revision: _linksRevision,
    ...stored
  } = body;
  const thumbnail = photos[0]?.url ?? null;
  return {
    id: _id,
    ...stored,
    ...presentAnnotations(body),
    photos: photos.map((photo, position) => ({ ...photo, position })),
    thumbnail_url: thumbnail,
    thumbnail_url_medium: thumbnail,
    thumbnail_url_large: thumbnail,
    created_utc: instantOrBlank(stored.created_utc),
    updated_utc: instantOrBlank(stored.updated_utc),
  };
}

export const propertyEntity: Entity<PropertyDocument, Required<Property>> = {
  type: 'property',
  topic: services.booking.topic,
  isIn: () => true,
  present: presentProperty,
  presentPrivate: (body) => ({
    owner_commission_percent: body.owner_commission_percent,
    accounting: body.accounting,
    payment_due_hours: body.payment_due_hours,
    payment_due_percent: body.payment_due_percent,
    security_deposit_amount: body.security_deposit_amount,
    redirect_after_booking_url: body.redirect_after_booking_url,
  }),
  categories: (after, before) => {
    const same = (field: 'photos') => JSON.stringify(before?.body[field] ?? []) === JSON.stringify(after.body[field]);
    const categories = same('photos') ? [] : ['photos'];
    const thumbnails = { thumbnail_url: null, thumbnail_url_medium: null, thumbnail_url_large: null };
    const ignored = { updated_utc: '', photos: [], ...thumbnails };
    const others = (state: typeof after | undefined) =>
      state && JSON.stringify([{ ...state.record, ...ignored }, propertyEntity.presentPrivate?.(state.body)]);
    if (others(before) !== others(after)) categories.push('other');
    return categories;
  },
};
