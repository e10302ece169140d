import type { Booking, BookingStatus, BookingType } from '@keyhaven/contracts/booking/booking';
import type { Charge } from '@keyhaven/contracts/booking/charge';
import { type TenantDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';

/** The channel that manages a booking. */
export interface ChannelLink {
  name: string;
  platform_reservation_number: string;
  platform_email_address: string | null;
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
  agreements: { date: Date; name: string; url: string }[];
  travel_insurance: Booking['travel_insurance'];
  door_codes: { code: string; lock_names: string[] }[];
  charges: Charge[];
  tags: string[];
  fields: { code: string; value: string }[];
  thread_ids: number[];
  totals: { paid: number; refunded: number; host_fees: number };
  /** What the operator keeps of a canceled booking; null: what was paid less what was refunded. */
  retained_amount: number | null;
  /** Settings of the property when the booking was made; later settings change no booking. */
  owner_commission_percent: number | null;
  accounting: Record<string, string> | null;
}

/** A stay: a quote, its hold and the booking that it becomes are one document, so that the nights never change hands. */
export interface StayDocument extends TenantDocument {
  booking: BookingPart;
  /**
   * One key for each night and place that the stay occupies; absent when it occupies none. The unique index on it is
   * what sells a night once.
   */
  night_keys?: string[];
}

export function stayModel(connection: Connection): Model<StayDocument> {
  const schema = tenantSchema('stays', {
    booking: Schema.Types.Mixed,
    night_keys: { type: [String], default: undefined },
  })
    // A night is sold once.
    .index({ user_id: 1, night_keys: 1 }, { unique: true, partialFilterExpression: { night_keys: { $exists: true } } })
    // Reads and lists by the booking's id.
    .index(
      { user_id: 1, 'booking.id': 1 },
      { unique: true, partialFilterExpression: { 'booking.id': { $exists: true } } },
    )
    // Lists since_utc.
    .index({ user_id: 1, 'booking.updated_utc': 1 })
    // Lists by property, in their order.
    .index({ user_id: 1, 'booking.property_id': 1, 'booking.id': 1 })
    // Lists by date (from).
    .index({ user_id: 1, 'booking.departure': 1 });
  return connection.model<StayDocument>('Stay', schema as unknown as Schema<StayDocument>);
}
