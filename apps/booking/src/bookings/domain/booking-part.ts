import type { PlainBookingFields } from '@keyhaven/contracts/booking/writable-fields';
import type { Booking, BookingType } from '@keyhaven/contracts/booking/booking';
import type { TaxRemitter } from '@keyhaven/contracts/identity/identity';
import type { Charge, ContainedTax } from '@keyhaven/contracts/booking/charge';
import type { Annotated } from '../../annotations/domain/annotations';

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

/** The booking part of a stay document. */
export interface BookingPart extends PlainBookingFields, Annotated {
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
  /** The quote whose nights this hold occupies, or from which this booking was made. */
  quote_id?: number | null;
  agreements: { date: Date; name: string; url: string }[];
  travel_insurance: Booking['travel_insurance'];
  door_codes: { code: string; lock_names: string[] }[];
  charges: Charge[];
  /** The taxes that were included in prices when the charges were made. Empty for charges from an operator. */
  contained_taxes?: ContainedTax[];
  /** The code that the charges were made with, or null. New charges use it again. */
  discount_code?: string | null;
  /** The messages of the rules that the stay breaks, because the request ignored them. */
  broken_rules?: string[];
  thread_ids: number[];
  /**
   * The latest totals that finance published. `as_of` has the generation and version of that balance. `as_of` is absent
   * until a balance is published.
   */
  totals: {
    paid: number;
    refunded: number;
    host_fees: number;
    /** The amount paid, less refunds, that finance had recorded by the time of a cancellation. */
    when_canceled?: { utc: Date; paid: number };
    as_of?: { generation: number; version: number };
  };
  /**
   * How much the operator keeps from a canceled booking. Null means the amount paid, less refunds, when the booking was
   * canceled, or nothing if the booking lapsed.
   */
  retained_amount: number | null;
  /** True if the booking was canceled because it was not paid in time. */
  has_lapsed?: boolean;
  /**
   * For canceled bookings: the amount paid, less refunds, as far as this service knew when it canceled the booking.
   * Used until finance publishes its own amount for this cancellation (`totals.when_canceled`).
   */
  known_paid_when_canceled?: number;
  /** Nights that a channel sold for this booking although another booking has them. Empty for other bookings. */
  overbooked_nights: OverbookedNight[];
  /** Copied from property and account when the booking is created. Later changes of the settings do not affect it. */
  owner_commission_percent: number | null;
  /** Whether the account manages the property for an owner. */
  has_manager: boolean;
  taxes_remitted_by: TaxRemitter;
  accounting: Record<string, string> | null;
}
