import type { Photo, Property } from '@keyhaven/contracts/booking/property';
import { services } from '@keyhaven/contracts/platform/services';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';

type Stored = Omit<
  Property,
  'id' | 'created_utc' | 'updated_utc' | `thumbnail_url${string}` | 'photos' | 'tags' | 'fields'
>;

/** A photo as it is stored: its position is its index in the list. */
export type StoredPhoto = Omit<Photo, 'position'>;

/** A property, with the settings that integrations do not see. */
export interface PropertyDocument extends RecordDocument, Stored {
  tags: string[];
  fields: { code: string; value: string }[];
  photos: StoredPhoto[];
  owner_commission_percent: number | null;
  accounting: Record<string, string> | null;
  payment_due_hours: number | null;
  payment_due_percent: number;
  security_deposit_amount: number | null;
  redirect_after_booking_url: string | null;
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
    tags: [String],
    fields: [mixed],
  })
    // The list since_utc.
    .index({ user_id: 1, updated_utc: 1 })
    // Whether an owner has a property: finance asks.
    .index({ user_id: 1, owner_id: 1 });
  return connection.model<PropertyDocument>('Property', schema);
}

/** The property as single reads return it when custom fields are requested. */
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
    ...rest
  } = body;
  const thumbnail = photos[0]?.url ?? null;
  return {
    id: _id,
    ...rest,
    photos: photos.map((photo, position) => ({ ...photo, position })),
    thumbnail_url: thumbnail,
    thumbnail_url_medium: thumbnail,
    thumbnail_url_large: thumbnail,
    created_utc: instantOrBlank(rest.created_utc),
    updated_utc: instantOrBlank(rest.updated_utc),
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
