import type { Booking, BookingStatus, BookingType } from '@keyhaven/contracts/booking/booking';
import type { ErrorCode } from '@keyhaven/contracts/shared/errors';
import type { TaxRemitter } from '@keyhaven/contracts/identity/identity';
import type { Charge, ContainedTax } from '@keyhaven/contracts/booking/charge';
import type { QuotePart } from '../quotes/domain/quote-part';
import { type Body, type TenantDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Connection, type Model, Schema } from 'mongoose';

/** The channel that manages a booking. */
export interface ChannelLink {
  name: string;
  platform_reservation_number: string;
  platform_email_address: string | null;
}

/** A night that is sold twice, and the bookings that have it. */
export interface OverbookedNight {
  date: string;
  booking_ids: number[];
}

/** Where and when a record is to have its nights. */
export interface Place {
  property_id: number;
  arrival: string;
  departure: string;
}

/** A write that was taken back, for its nights could not be confirmed. Who is still to answer it answers so. */
export interface Withdrawal {
  /** The revision that was taken back. */
  revision: number;
  /** The version of the booking that holds again; 0: there was none. Writes up to it stand. */
  back_to: number;
  code: ErrorCode;
  messages: string[];
}

/** The booking that a stay is, or becomes. */
export interface BookingPart {
  id: number;
  version: number;
  created_utc: Date;
  updated_utc: Date;
  booked_utc: Date;
  canceled_utc: Date | null;
  pending_until_utc: Date | null;
  type: BookingType;
  status: BookingStatus;
  property_id: number;
  guest_id: number | null;
  owner_id: number | null;
  listing_site_id: number | null;
  arrival: string;
  departure: string;
  check_in: string | null;
  check_in_end: string | null;
  check_out: string | null;
  adults: number;
  children: number;
  infants: number;
  pets: number;
  title: string | null;
  notes: string | null;
  cleaning_date: Date | null;
  currency_code: string | null;
  channel: ChannelLink | null;
  cancellation_policy_description: string | null;
  form_key: string;
  /** The quote that it holds nights for, or was booked by. */
  quote_id?: number | null;
  agreements: { date: Date; name: string; url: string }[];
  travel_insurance: Booking['travel_insurance'];
  door_codes: { code: string; lock_names: string[] }[];
  charges: Charge[];
  /** The taxes that the charges contain, as these were made: charges that an operator wrote contain none. */
  contained_taxes?: ContainedTax[];
  /** The code that its charges were made with, by its quote or by generate_charges: it counts when they are made again. */
  discount_code?: string | null;
  /** The rules that the stay breaks, where it was let pass. */
  broken_rules?: string[];
  tags: string[];
  fields: { code: string; value: string }[];
  thread_ids: number[];
  /** What finance told last, by its place in what it tells (`as_of`, absent before it told anything). */
  totals: {
    paid: number;
    refunded: number;
    host_fees: number;
    /** What was paid less what was refunded by the time of a cancellation, by finance's records. */
    when_canceled?: { utc: Date; paid: number };
    as_of?: { generation: number; version: number };
  };
  /**
   * What the operator keeps of a canceled booking; null: what was paid less what was refunded when it was canceled, or
   * nothing of a booking that lapsed.
   */
  retained_amount: number | null;
  /** Whether it was canceled because it was not paid in time; absent: no. */
  has_lapsed?: boolean;
  /**
   * On canceled bookings: what was paid less what was refunded, as far as this service knew when it canceled it. It
   * counts until finance publishes its figure for this cancellation (`totals.when_canceled`).
   */
  known_paid_when_canceled?: number;
  /** Nights that another booking has and this one, sold elsewhere, was to have; empty for all but channel bookings. */
  overbooked_nights: OverbookedNight[];
  /** Settings of property and account when the booking was made; later settings change no booking. */
  owner_commission_percent: number | null;
  /** Whether somebody manages the property for an owner. Absent on bookings from before it was kept: somebody does. */
  has_manager?: boolean;
  /** Absent on bookings from before there was a choice: the manager. */
  taxes_remitted_by?: TaxRemitter;
  accounting: Record<string, string> | null;
}

/**
 * A stay as it is stored, with a quote, a booking or both: a quote, its hold and the booking that it becomes are one
 * document, so that the nights never change hands.
 */
export interface AnyStayDocument extends TenantDocument {
  booking?: BookingPart;
  quote?: QuotePart;
  /**
   * One key for each night and place that the stay occupies; absent when it occupies none. The unique index on it is
   * what sells a night once. Keys of nights that the record gave up stay here for as long as others wait for them: as
   * guards, which nobody else can take.
   */
  night_keys?: string[];
  /** The keys that the record is to have and that lie on other records. Only what is sold elsewhere waits. */
  waiting_keys?: string[];
  /** Those of the waiting keys that are this record's by now, as guards on others: no two records keep the same. */
  kept_keys?: string[];
  /** Present when there are waiting keys. */
  waits?: true;
  /** Raised when another record begins to wait for keys of this one: what frees keys sees it, or is decided anew. */
  awaited?: number;
  /** What the record goes back to if the nights that it moved to cannot be confirmed; its keys are held until then. */
  fallback?: Place;
  /** The booking as it was before a write whose nights are not confirmed yet: what it is again if they cannot be. */
  former?: BookingPart;
  /** The latest write that was taken back. */
  withdrawn?: Withdrawal;
  /** The record that this one is derived from, as it was at a revision. */
  source?: {
    stay_id: number;
    revision: number;
    booking_id: number;
    type: BookingType;
    /** From when on a hold that it is derived from takes no nights any more; null for every other record. */
    expires_utc?: Date | null;
  };
}

/** A stay that has a booking: what everyone sees who looks for bookings or for nights. */
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
    // Who waits for nights that are given up.
    .index({ user_id: 1, waiting_keys: 1 }, { partialFilterExpression: { waiting_keys: { $exists: true } } })
    // A night that is given up passes to one.
    .index({ user_id: 1, kept_keys: 1 }, { unique: true, partialFilterExpression: { kept_keys: { $exists: true } } })
    // Records on the way to a linked property, for who makes or removes the link.
    .index(
      { user_id: 1, 'fallback.property_id': 1 },
      { partialFilterExpression: { 'fallback.property_id': { $exists: true } } },
    )
    // The records derived from one; one for each linked property.
    .index(
      { user_id: 1, 'source.stay_id': 1, 'booking.property_id': 1 },
      { unique: true, partialFilterExpression: { 'source.stay_id': { $exists: true } } },
    )
    // Reads and lists by the booking's id.
    .index(
      { user_id: 1, 'booking.id': 1 },
      { unique: true, partialFilterExpression: { 'booking.id': { $exists: true } } },
    )
    // Pending bookings whose time to pay is over: the sweep of all accounts.
    .index({ 'booking.pending_until_utc': 1 }, { partialFilterExpression: { 'booking.status': 'pending' } })
    // Pending bookings of which something is paid: the sweep of all accounts.
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
    // The bookings and the open quotes of a guest who is to be deleted.
    .index({ user_id: 1, 'booking.guest_id': 1, 'booking.id': 1 })
    .index(
      { user_id: 1, 'quote.guest_id': 1, 'quote.id': 1 },
      { partialFilterExpression: { 'quote.state': { $eq: 'open' } } },
    )
    // Lists by date (from, to).
    .index({ user_id: 1, 'booking.departure': 1 })
    .index({ user_id: 1, 'booking.arrival': 1 })
    // The list of pending bookings, in its order. They are few; of the others the list by id soon has a page.
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
    // The sweep that ends what has expired. A quote that is deleted while open keeps that state, and is no more in it. It
    // has a name, so that it is built beside an older one of the same field that has those too.
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
