import type { StoredBookingFields } from '@keyhaven/contracts/booking/writable-fields';
import type { Booking, BookingType } from '@keyhaven/contracts/booking/booking';
import type { TaxRemitter } from '@keyhaven/contracts/identity/identity';
import type { Charge, ContainedTax } from '@keyhaven/contracts/booking/charge';

/** The channel that manages a booking. */
export interface ChannelLink {
  name: string;
  platform_reservation_number: string;
  platform_email_address: string | null;
}

/** A night that was sold twice, and the other bookings that have it. */
export interface OverbookedNight {
  date: string;
  booking_ids: number[];
}

/** The booking of a stay. */
export interface BookingPart extends StoredBookingFields {
  id: number;
  version: number;
  created_utc: Date;
  updated_utc: Date;
  booked_utc: Date;
  canceled_utc: Date | null;
  pending_until_utc: Date | null;
  type: BookingType;
  owner_id: number | null;
  currency_code: string | null;
  channel: ChannelLink | null;
  cancellation_policy_description: string | null;
  form_key: string;
  /** The quote that the hold belongs to, or that became the booking. */
  quote_id?: number | null;
  agreements: { date: Date; name: string; url: string }[];
  travel_insurance: Booking['travel_insurance'];
  door_codes: { code: string; lock_names: string[] }[];
  charges: Charge[];
  /** The taxes that the charges contained when these were made. Charges that an operator wrote contain none. */
  contained_taxes?: ContainedTax[];
  /** The code that was used to make its charges, by its quote or by generate_charges; new charges use it again. */
  discount_code?: string | null;
  /** The rules that the stay breaks, if the request ignored them. */
  broken_rules?: string[];
  thread_ids: number[];
  /** The latest totals that finance published, and their generation and version (`as_of`, absent before the first). */
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
  /** Nights that this booking lacks because another one has them; empty for all but channel bookings. */
  overbooked_nights: OverbookedNight[];
  /** Settings of property and account when the booking was made; later settings change no booking. */
  owner_commission_percent: number | null;
  /** Whether the account manages the property for an owner. */
  has_manager: boolean;
  taxes_remitted_by: TaxRemitter;
  accounting: Record<string, string> | null;
}
