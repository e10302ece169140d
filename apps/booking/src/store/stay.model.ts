import type { BookingType } from '@keyhaven/contracts/booking/booking';
import type { ErrorCode } from '@keyhaven/contracts/shared/errors';
import { type Body, type TenantDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Connection, type Model, Schema } from 'mongoose';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { PropertyNights } from '../claims/domain/property-nights';
import type { QuotePart } from '../quotes/domain/quote-part';
import { withAnnotations } from './annotation-indexes';

/**
 * A write that was undone because the nights of the stay could not be secured, and the error that
 * the request of this write gets.
 */
export interface Withdrawal {
  /** The revision that the stay had after the write that was undone. */
  revision: number;
  /**
   * The version of the former booking, which was restored; 0 if the booking was new. Writes up to
   * this version were not undone.
   */
  back_to: number;
  code: ErrorCode;
  messages: string[];
}

/**
 * A stay with a quote, a booking or both. A quote, its hold and the booking that the quote becomes are one document, so
 * that nights never move from one document to another.
 */
export interface AnyStayDocument extends TenantDocument {
  booking?: BookingPart;
  quote?: QuotePart;
  /**
   * One key for each night at the stay's property, and one for each night and link. Absent if the stay occupies no
   * nights. A unique index on the keys allows each night to be booked only once. If this stay has given up a night that
   * other stays wait for, the key stays here as a guard, so that no third stay takes the night.
   */
  night_keys?: string[];
  /** Keys that the stay needs and that other stays have. Only a channel's booking waits for keys. */
  waiting_keys?: string[];
  /**
   * Those of the waiting keys that other stays guard for this stay. A unique index prevents two
   * stays from having the same kept key.
   */
  kept_keys?: string[];
  /** True if `waiting_keys` contains any keys. */
  waits?: true;
  /**
   * Increased when another stay begins to wait for keys of this stay. So a concurrent write that
   * frees keys fails, is computed again, and then finds the waiting stay.
   */
  awaited?: number;
  /**
   * The former nights of a changed stay whose new nights are not secured yet. Until the new nights are secured, the
   * stay keeps the keys of the former nights.
   */
  fallback?: PropertyNights;
  /**
   * The former booking of a changed stay whose new nights are not secured yet. If the change is undone, this booking is
   * restored.
   */
  former?: BookingPart;
  /** The latest write that was undone. */
  withdrawn?: Withdrawal;
  /**
   * For a linked_availability record: the stay from which it was created (its source), and the revision of that stay.
   */
  source?: {
    stay_id: number;
    revision: number;
    booking_id: number;
    type: BookingType;
    /** When the source expires, if the source is a hold; null for other sources. */
    expires_utc?: Date | null;
  };
}

/** A stay that has a booking. */
export interface StayDocument extends AnyStayDocument {
  booking: BookingPart;
}

/** A stay that has a quote, with or without a booking. */
export interface QuotedStayDocument extends AnyStayDocument {
  quote: QuotePart;
}

export type AnyStayBody = Body<AnyStayDocument>;
export type StayBody = Body<StayDocument>;
export type QuotedStayBody = Body<QuotedStayDocument>;

export function stayModel(connection: Connection): Model<AnyStayDocument> {
  const schema = tenantSchema<AnyStayDocument>('stays', {
    booking: Schema.Types.Mixed,
    quote: Schema.Types.Mixed,
    night_keys: { type: [String], default: undefined },
    waiting_keys: { type: [String], default: undefined },
    kept_keys: { type: [String], default: undefined },
    waits: Boolean,
    awaited: Number,
    fallback: Schema.Types.Mixed,
    former: Schema.Types.Mixed,
    withdrawn: Schema.Types.Mixed,
    source: Schema.Types.Mixed,
  })
    // Allows each night key in only one stay, so each night is booked only once.
    .index({ user_id: 1, night_keys: 1 }, { unique: true, partialFilterExpression: { night_keys: { $exists: true } } })
    // Serves the query for stays that wait for released nights.
    .index({ user_id: 1, waiting_keys: 1 }, { partialFilterExpression: { waiting_keys: { $exists: true } } })
    // Allows only one waiting stay to have a released night in `kept_keys`.
    .index({ user_id: 1, kept_keys: 1 }, { unique: true, partialFilterExpression: { kept_keys: { $exists: true } } })
    // Serves the query for stays with a `fallback` at a linked property, when a link is created or removed.
    .index(
      { user_id: 1, 'fallback.property_id': 1 },
      { partialFilterExpression: { 'fallback.property_id': { $exists: true } } },
    )
    // Serves the query for the linked_availability records of a stay. Allows one such record at
    // each property.
    .index(
      { user_id: 1, 'source.stay_id': 1, 'booking.property_id': 1 },
      { unique: true, partialFilterExpression: { 'source.stay_id': { $exists: true } } },
    )
    // Serves reads of a booking by id, and lists of bookings.
    .index(
      { user_id: 1, 'booking.id': 1 },
      { unique: true, partialFilterExpression: { 'booking.id': { $exists: true } } },
    )
    // Serves the sweep that cancels overdue pending bookings of all accounts.
    .index({ 'booking.pending_until_utc': 1 }, { partialFilterExpression: { 'booking.status': 'pending' } })
    // Serves the sweep that confirms paid pending bookings of all accounts.
    .index({ 'booking.totals.paid': 1 }, { partialFilterExpression: { 'booking.status': 'pending' } })
    // Serves lists of bookings that are filtered by `since_utc`.
    .index({ user_id: 1, 'booking.updated_utc': 1 })
    // Serves the query for stays that wait for nights, ordered by _id, when a link is created or removed.
    .index({ user_id: 1, _id: 1, waits: 1 }, { partialFilterExpression: { waits: true } })
    // Serves the query for linked_availability records, ordered by _id, when a link is removed.
    .index(
      { user_id: 1, _id: 1, 'source.stay_id': 1 },
      { partialFilterExpression: { 'source.stay_id': { $exists: true } } },
    )
    // Serves lists of bookings that are filtered by property and ordered by id.
    .index({ user_id: 1, 'booking.property_id': 1, 'booking.id': 1 })
    // Serves lists of bookings at some properties from a date on, such as availability charts. Past
    // stays are not read.
    .index({ user_id: 1, 'booking.property_id': 1, 'booking.departure': 1 })
    // Serve the query for the bookings and the open quotes of a guest who is about to be deleted; the first one also
    // serves lists of bookings that are filtered by `q`.
    .index({ user_id: 1, 'booking.guest_id': 1, 'booking.id': 1 })
    .index(
      { user_id: 1, 'quote.guest_id': 1, 'quote.id': 1 },
      { partialFilterExpression: { 'quote.state': { $eq: 'open' } } },
    )
    // Serves the query for the bookings of an owner who is about to be deleted.
    .index(
      { user_id: 1, 'booking.owner_id': 1, 'booking.id': 1 },
      { partialFilterExpression: { 'booking.owner_id': { $gt: 0 } } },
    )
    // Serve lists of bookings that are filtered by `q`, together with the index by guest.
    .index(
      { user_id: 1, 'booking.channel.platform_reservation_number': 1 },
      { partialFilterExpression: { 'booking.channel.platform_reservation_number': { $gt: '' } } },
    )
    .index({ user_id: 1, 'booking.title': 1 }, { partialFilterExpression: { 'booking.title': { $gt: '' } } })
    // Serve lists of bookings that are filtered by `from` and `to`.
    .index({ user_id: 1, 'booking.departure': 1 })
    .index({ user_id: 1, 'booking.arrival': 1 })
    // Serve lists of pending and of canceled bookings, which are few. Lists that are filtered by another status use the
    // index by id, because most bookings match.
    .index(
      { user_id: 1, 'booking.status': 1, 'booking.id': 1 },
      { partialFilterExpression: { 'booking.status': 'pending' } },
    )
    .index(
      { user_id: 1, 'booking.status': 1, 'booking.id': 1 },
      { name: 'canceled_bookings', partialFilterExpression: { 'booking.status': 'canceled' } },
    )
    // Serves lists of canceled bookings. These lists include linked_availability records of expired holds that are not
    // stored as canceled yet.
    .index(
      { user_id: 1, 'source.expires_utc': 1 },
      { partialFilterExpression: { 'source.expires_utc': { $gt: new Date(0) } } },
    )
    // Serves reads of a quote by id, and lists of quotes.
    .index({ user_id: 1, 'quote.id': 1 }, { unique: true, partialFilterExpression: { 'quote.id': { $exists: true } } })
    // Serves the query for the quote of a payment form.
    .index(
      { user_id: 1, 'quote.form_key': 1 },
      { unique: true, partialFilterExpression: { 'quote.form_key': { $exists: true } } },
    )
    // Serves lists of quotes that are filtered by `since_utc`.
    .index({ user_id: 1, 'quote.updated_utc': 1 }, { partialFilterExpression: { 'quote.id': { $exists: true } } })
    // Serves lists of quotes that are filtered by property.
    .index(
      { user_id: 1, 'quote.property_id': 1, 'quote.id': 1 },
      { partialFilterExpression: { 'quote.id': { $exists: true } } },
    )
    // Serve lists of quotes that are filtered by `from` and `to`.
    .index({ user_id: 1, 'quote.departure': 1 }, { partialFilterExpression: { 'quote.id': { $exists: true } } })
    .index({ user_id: 1, 'quote.arrival': 1 }, { partialFilterExpression: { 'quote.id': { $exists: true } } })
    // Serves the query for the open quotes for nights that are being booked.
    .index(
      { user_id: 1, 'quote.property_id': 1, 'quote.state': 1, 'quote.id': 1 },
      { partialFilterExpression: { 'quote.state': { $eq: 'open' } } },
    )
    // Serves the sweep of expired quotes. Contains no deleted quotes, whose state may still be `open`. Has an explicit
    // name, because an index of an earlier release has the same key and the default name.
    .index(
      { 'quote.expires_utc': 1 },
      {
        name: 'open_quotes_by_expiry',
        partialFilterExpression: { 'quote.state': { $eq: 'open' }, 'quote.is_deleted': { $eq: false } },
      },
    );
  withAnnotations(schema, 'booking.');
  withAnnotations(schema, 'quote.');
  withDeletion(schema, 'quote.deleted_utc');
  return connection.model<AnyStayDocument>('Stay', schema);
}
