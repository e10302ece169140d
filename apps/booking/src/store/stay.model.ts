import type { BookingType } from '@keyhaven/contracts/booking/booking';
import type { ErrorCode } from '@keyhaven/contracts/shared/errors';
import { type Body, type TenantDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Connection, type Model, Schema } from 'mongoose';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { Place } from '../claims/domain/place';
import type { QuotePart } from '../quotes/domain/quote-part';

/** A write that was withdrawn because its nights could not be confirmed: the answer of its request. */
export interface Withdrawal {
  /** The withdrawn revision. */
  revision: number;
  /** The version of the booking that was restored; 0: there was none. Writes up to this version remain. */
  back_to: number;
  code: ErrorCode;
  messages: string[];
}

/**
 * A stay as it is stored, with a quote, a booking or both. A quote, its hold and the booking that it becomes are one
 * document, so that the nights never move between documents.
 */
export interface AnyStayDocument extends TenantDocument {
  booking?: BookingPart;
  quote?: QuotePart;
  /**
   * One key for each night that the stay occupies at its property and at each link; absent when it occupies none. The
   * unique index on them sells a night once. Keys of nights that the stay gave up remain as guards while others wait
   * for them, so that no other stay takes them.
   */
  night_keys?: string[];
  /** The keys that the stay needs and other stays have. Only a channel's booking waits for keys. */
  waiting_keys?: string[];
  /** Those of the waiting keys that other stays guard for this one: no two stays have the same kept key. */
  kept_keys?: string[];
  /** Present when there are waiting keys. */
  waits?: true;
  /** Raised when another stay starts to wait for keys of this one: a concurrent write that frees keys runs again. */
  awaited?: number;
  /** Where the stay goes back to if its new nights cannot be confirmed; it has the keys of that place until then. */
  fallback?: Place;
  /** The booking before a write whose nights are not confirmed yet; restored if they cannot be confirmed. */
  former?: BookingPart;
  /** The latest write that was withdrawn. */
  withdrawn?: Withdrawal;
  /** The stay that a linked_availability record shows, as it was at a revision. */
  source?: {
    stay_id: number;
    revision: number;
    booking_id: number;
    type: BookingType;
    /** When the hold that it shows expires; null for every other source. */
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
    // A night is sold once.
    .index({ user_id: 1, night_keys: 1 }, { unique: true, partialFilterExpression: { night_keys: { $exists: true } } })
    // The stays that wait for nights that are given up.
    .index({ user_id: 1, waiting_keys: 1 }, { partialFilterExpression: { waiting_keys: { $exists: true } } })
    // A night that is given up is kept for one stay.
    .index({ user_id: 1, kept_keys: 1 }, { unique: true, partialFilterExpression: { kept_keys: { $exists: true } } })
    // Stays that may go back to a linked property: making and removing a link reads them.
    .index(
      { user_id: 1, 'fallback.property_id': 1 },
      { partialFilterExpression: { 'fallback.property_id': { $exists: true } } },
    )
    // The linked_availability records of a stay; one for each linked property.
    .index(
      { user_id: 1, 'source.stay_id': 1, 'booking.property_id': 1 },
      { unique: true, partialFilterExpression: { 'source.stay_id': { $exists: true } } },
    )
    // Reads and lists by the booking's id.
    .index(
      { user_id: 1, 'booking.id': 1 },
      { unique: true, partialFilterExpression: { 'booking.id': { $exists: true } } },
    )
    // The sweep, over all accounts, of pending bookings whose time to pay is over.
    .index({ 'booking.pending_until_utc': 1 }, { partialFilterExpression: { 'booking.status': 'pending' } })
    // The sweep, over all accounts, of pending bookings of which something is paid.
    .index({ 'booking.totals.paid': 1 }, { partialFilterExpression: { 'booking.status': 'pending' } })
    // Lists since_utc.
    .index({ user_id: 1, 'booking.updated_utc': 1 })
    // Records that wait for nights, in the order of their documents, for who makes or removes a link.
    .index({ user_id: 1, _id: 1, waits: 1 }, { partialFilterExpression: { waits: true } })
    // Derived records, in the order of their documents, for who removes a link.
    .index(
      { user_id: 1, _id: 1, 'source.stay_id': 1 },
      { partialFilterExpression: { 'source.stay_id': { $exists: true } } },
    )
    // Lists by property, in their order.
    .index({ user_id: 1, 'booking.property_id': 1, 'booking.id': 1 })
    // The bookings and the open quotes of a guest, before the guest is deleted.
    .index({ user_id: 1, 'booking.guest_id': 1, 'booking.id': 1 })
    .index(
      { user_id: 1, 'quote.guest_id': 1, 'quote.id': 1 },
      { partialFilterExpression: { 'quote.state': { $eq: 'open' } } },
    )
    // Lists by date (from, to).
    .index({ user_id: 1, 'booking.departure': 1 })
    .index({ user_id: 1, 'booking.arrival': 1 })
    // The list of pending bookings, which are few. For the other statuses the list by id fills a page soon.
    .index(
      { user_id: 1, 'booking.status': 1, 'booking.id': 1 },
      { partialFilterExpression: { 'booking.status': 'pending' } },
    )
    // Reads and lists by the quote's id.
    .index({ user_id: 1, 'quote.id': 1 }, { unique: true, partialFilterExpression: { 'quote.id': { $exists: true } } })
    // The quote of a payment form.
    .index(
      { user_id: 1, 'quote.form_key': 1 },
      { unique: true, partialFilterExpression: { 'quote.form_key': { $exists: true } } },
    )
    // Lists of quotes since_utc.
    .index({ user_id: 1, 'quote.updated_utc': 1 }, { partialFilterExpression: { 'quote.id': { $exists: true } } })
    // Lists of quotes by property.
    .index(
      { user_id: 1, 'quote.property_id': 1, 'quote.id': 1 },
      { partialFilterExpression: { 'quote.id': { $exists: true } } },
    )
    // Lists of quotes by date (from, to).
    .index({ user_id: 1, 'quote.departure': 1 }, { partialFilterExpression: { 'quote.id': { $exists: true } } })
    .index({ user_id: 1, 'quote.arrival': 1 }, { partialFilterExpression: { 'quote.id': { $exists: true } } })
    // The open quotes that ask for nights that are being sold.
    .index(
      { user_id: 1, 'quote.property_id': 1, 'quote.state': 1, 'quote.id': 1 },
      { partialFilterExpression: { 'quote.state': { $eq: 'open' } } },
    )
    // The sweep of expired quotes. Deleted quotes keep the state `open`, and are not in the index. It has a name, so
    // that
    // it is built next to an older index of the same field.
    .index(
      { 'quote.expires_utc': 1 },
      {
        name: 'open_quotes_by_expiry',
        partialFilterExpression: { 'quote.state': { $eq: 'open' }, 'quote.is_deleted': { $eq: false } },
      },
    );
  withDeletion(schema, 'quote.deleted_utc');
  return connection.model<AnyStayDocument>('Stay', schema);
}
