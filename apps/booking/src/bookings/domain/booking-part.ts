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

/** A night of a booking that other bookings occupy too, and the ids of these other bookings. */
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
  /** The quote from which this hold or booking was created. */
  quote_id?: number | null;
  agreements: { date: Date; name: string; url: string }[];
  travel_insurance: Booking['travel_insurance'];
  door_codes: { code: string; lock_names: string[] }[];
  charges: Charge[];
  /**
   * The taxes that are included in the prices of `charges`. Empty if an operator sent the charges.
   */
  contained_taxes?: ContainedTax[];
  /**
   * The discount code with which the charges were calculated; null if there was none. The code is used again when
   * charges are generated again.
   */
  discount_code?: string | null;
  /** The messages of the rules that the stay breaks. Filled only if the request had `ignore_rules`. */
  broken_rules?: string[];
  thread_ids: number[];
  /**
   * The latest totals that finance published. `as_of` is the generation and version of the balance with these totals.
   * The generation increases when finance is restored from a backup. `as_of` is absent until finance has published a
   * balance.
   */
  totals: {
    paid: number;
    refunded: number;
    host_fees: number;
    /** The time of a cancellation, and the payments less refunds that finance had recorded by then. */
    when_canceled?: { utc: Date; paid: number };
    as_of?: { generation: number; version: number };
  };
  /**
   * How much the operator keeps from a canceled booking. Null means the default: payments less
   * refunds at the time of cancellation, or 0 if the booking lapsed.
   */
  retained_amount: number | null;
  /** True if the booking was canceled because it was not paid in time. */
  has_lapsed?: boolean;
  /**
   * For canceled bookings: payments less refunds, as known to the booking service at the time of cancellation. Used
   * until finance publishes its own amount for this cancellation (`totals.when_canceled`).
   */
  known_paid_when_canceled?: number;
  /** The nights of a channel's booking that another booking occupies too. Empty if there are none. */
  overbooked_nights: OverbookedNight[];
  /**
   * This field and the fields below are copied from the property and the account when the booking
   * is created or moved to another property, and when a hold becomes a booking. Other changes of the
   * property and the account do not affect the booking.
   */
  owner_commission_percent: number | null;
  /** Whether the account manages the property for an owner. */
  has_manager: boolean;
  taxes_remitted_by: TaxRemitter;
  accounting: Record<string, string> | null;
}
