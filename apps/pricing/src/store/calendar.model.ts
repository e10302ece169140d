import { services } from '@keyhaven/contracts/platform/services';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';
import type { PropertyFacts } from './property-copy';

/** Nights, first and last included; null is open. */
export interface NightRange {
  from: string | null;
  to: string | null;
}

/** A property's calendar, without its nights; its id is the property's. */
export interface CalendarDocument extends RecordDocument {
  /** Raised after every change of what the property's nights are computed from. */
  calendar_version: number;
  /** The nights that the latest change may have altered. */
  changed_nights: NightRange[];
  property: PropertyFacts;
  /** The property was deleted: until it is published again, every read answers as if it had never existed. */
  is_gone?: boolean;
  /** The first night that the calendar shows, unless the operator set another. */
  known_from: string;
  /** The first night whose price has not been recorded yet. */
  unrecorded_from: string;
  /** When the day of that night ends at the property. Null while the property is gone. */
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
    // The poll for recent changes, by every process a few times a second.
    .index({ updated_utc: 1 })
    // The properties that are gone, whose spot rates are not listed.
    .index({ user_id: 1, is_gone: 1 }, { partialFilterExpression: { is_gone: true } })
    // The sweep for days that have ended.
    .index({ ends_utc: 1 })
    // The account's properties with days that have ended, before a price changes.
    .index({ user_id: 1, ends_utc: 1 });
  return connection.model<CalendarDocument>('Calendar', schema);
}

/** The filter for calendars of properties that exist. */
export const ofLivingProperty = { is_gone: { $ne: true } };

/** The event of a calendar names the nights that changed, without their data. */
export const calendarEntity: Entity<CalendarDocument> = {
  type: 'calendar',
  topic: services.pricing.topic,
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
