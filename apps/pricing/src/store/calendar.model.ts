import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';
import type { PropertyFacts } from '../properties/consume-properties';
import { PRICING_TOPIC } from './topic';

/** Nights, first and last included; null is open. */
export interface NightRange {
  from: string | null;
  to: string | null;
}

/** What is known of a property's calendar; its id is the property's. */
export interface CalendarDocument extends RecordDocument {
  /** Raised after every change of a row that the property's nights are made from. */
  calendar_version: number;
  /** The nights that the latest raise was for. */
  changed_nights: NightRange[];
  property: PropertyFacts;
  /** The property is deleted, as far as is known: it is answered as one that never was until it is told again. */
  is_gone?: boolean;
  /** The first night that is answered unless the operator set another. */
  known_from: string;
  /** The first night whose price has not been recorded, and when its day ends at the property. */
  unrecorded_from: string;
  /** Null while the property is gone. */
  ends_utc: Date | null;
}

export type CalendarBody = Body<CalendarDocument>;

export function calendarModel(connection: Connection): Model<CalendarDocument> {
  const schema = tenantSchema<CalendarDocument>('calendars', {
    calendar_version: Number,
    changed_nights: [Schema.Types.Mixed],
    property: Schema.Types.Mixed,
    is_gone: Boolean,
    known_from: String,
    unrecorded_from: String,
    ends_utc: Date,
  })
    // What was raised lately, asked by every process a few times a second.
    .index({ updated_utc: 1 })
    // The calendars that spot rates are left out of, for their properties are gone.
    .index({ user_id: 1, is_gone: 1 }, { partialFilterExpression: { is_gone: true } })
    // The sweep for days that have ended.
    .index({ ends_utc: 1 })
    // Days that have ended of an account's properties, before a price changes.
    .index({ user_id: 1, ends_utc: 1 });
  return connection.model<CalendarDocument>('Calendar', schema);
}

/** Finds calendars of properties that are there. */
export const ofLivingProperty = { is_gone: { $ne: true } };

/** Changes of a calendar are told with the nights that they touch, not with the nights' data. */
export const calendarEntity: Entity<CalendarDocument> = {
  type: 'calendar',
  topic: PRICING_TOPIC,
  isIn: ({ is_gone }) => !is_gone,
  present: ({ _id, calendar_version, changed_nights, created_utc, updated_utc }) => ({
    id: _id,
    property_id: _id,
    calendar_version,
    changed_nights,
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
  }),
  categories: () => [],
};
