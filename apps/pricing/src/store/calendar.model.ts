import { services } from '@keyhaven/contracts/platform/services';
import {
  calendarCategories,
  type CalendarChange,
  type ChangedRange,
} from '@keyhaven/contracts/pricing/calendar-change';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity, PublicRecord } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';
import type { PropertyFacts } from './property-copy';

/** Changed nights that no event contains yet. */
interface PendingChanges {
  ranges: ChangedRange[];
  /** When the event with these changes is due. */
  due_utc: Date;
}

/** The content of the calendar's latest event. */
interface PublishedChange {
  version: number;
  /**
   * The calendar's version when the event was created. The event contains all changes up to this
   * version.
   */
  calendar_version: number;
  ranges: ChangedRange[];
}

/** A property's calendar without its nights. It has the same id as the property. */
export interface CalendarDocument extends RecordDocument {
  /** Increased after every change of data from which the nights are computed. */
  calendar_version: number;
  /**
   * The version of the data from which the nights are computed, except the stays of the property. `id` is random, and
   * every change of this data replaces it. `at` is the `calendar_version` that was written together with `id`. If `at`
   * differs from `calendar_version`, a process of the first release, which does not know this field, has increased
   * `calendar_version`. Then `id` may be outdated. Absent if only processes of the first release have written the
   * calendar.
   */
  terms?: { id: string; at: number };
  /** Changes whose calendar event is not published yet. Absent if there are none. */
  pending?: PendingChanges;
  /** The content of the latest event. Absent before the first event. */
  published?: PublishedChange;
  property: PropertyFacts;
  /**
   * True while the property is deleted. Then requests for the calendar get the same response as for an unknown
   * property.
   */
  is_gone?: boolean;
  /**
   * The date on which the calendar was created. The calendar begins on this date, unless
   * `history_from` of the pricing settings is set.
   */
  known_from: string;
  /** The first night whose price has not been recorded yet. */
  unrecorded_from: string;
  /**
   * The next time at which nights change without a write: the day of `unrecorded_from` ends at the property, the cutoff
   * time for same-day arrivals passes, or the offset of the time zone changes. Null while the property is deleted.
   */
  ends_utc: Date | null;
}

export type CalendarBody = Body<CalendarDocument>;

export function calendarModel(connection: Connection): Model<CalendarDocument> {
  const schema = tenantSchema<CalendarDocument>('calendars', {
    calendar_version: Number,
    terms: Schema.Types.Mixed,
    pending: Schema.Types.Mixed,
    published: Schema.Types.Mixed,
    property: Schema.Types.Mixed,
    is_gone: Boolean,
    known_from: String,
    unrecorded_from: String,
    ends_utc: Date,
  })
    // Serves the poll for recent changes, which every process runs a few times a second.
    .index({ updated_utc: 1 })
    // Serves the query for deleted properties, whose spot rates are not listed.
    .index({ user_id: 1, is_gone: 1 }, { partialFilterExpression: { is_gone: true } })
    // Serves the sweep for calendars whose `ends_utc` has passed.
    .index({ ends_utc: 1 })
    // Serves the sweep for changes whose event is due.
    .index({ 'pending.due_utc': 1 }, { partialFilterExpression: { 'pending.due_utc': { $exists: true } } })
    // Serves the query for those calendars of an account whose `ends_utc` has passed. This query
    // runs before prices change.
    .index({ user_id: 1, ends_utc: 1 });
  return connection.model<CalendarDocument>('Calendar', schema);
}

/** Filters out the calendars of deleted properties. */
export const ofLivingProperty = { is_gone: { $ne: true } };

/** The state of a calendar. It is not published. */
export const calendarEntity: Entity<CalendarDocument> = {
  type: 'calendar_state',
  isIn: () => true,
  present: ({ _id, calendar_version, updated_utc }) => ({
    id: _id,
    calendar_version,
    updated_utc: instantOrBlank(updated_utc),
  }),
  categories: () => [],
};

/**
 * The events of a calendar. They contain the ranges of nights that may have changed, but not the data of these nights.
 */
export const calendarChangeEntity: Entity<CalendarDocument, CalendarChange & PublicRecord> = {
  type: 'calendar',
  topic: services.pricing.topic,
  part: 'published',
  isNotice: true,
  isIn: ({ published }) => published !== undefined,
  present: ({ _id, published }) => ({ id: _id, property_id: _id, ranges: published?.ranges ?? [] }),
  // Include the version, so that two changes of the same nights are different states and thus two events.
  presentPrivate: ({ published }) => ({ calendar_version: published?.calendar_version }),
  categories: ({ record: { ranges } }) =>
    calendarCategories.filter((category) => ranges.some(({ categories }) => categories.includes(category))),
};

/** The id of a calendar's `terms`. Undefined if a process of the first release was the last to increase the version. */
export function termsIdOf({
  terms,
  calendar_version,
}: Pick<CalendarBody, 'terms' | 'calendar_version'>): string | undefined {
  return terms?.at === calendar_version ? terms.id : undefined;
}
