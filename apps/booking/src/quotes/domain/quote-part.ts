import type { Charge } from '@keyhaven/contracts/booking/charge';
import type { KeptExplanation } from '../../charges/domain/kept-explanation';

/** The stay that a quote offers. */
export interface QuotedStay {
  property_id: number;
  arrival: string;
  departure: string;
  check_in: string | null;
  check_out: string | null;
  adults: number;
  children: number;
  infants: number;
  pets: number;
  guest_id: number | null;
  notes: string | null;
  listing_site_id: number | null;
}

/** The price of a quote, kept as it was calculated: it is a promise. */
export interface QuotedPrice {
  currency_code: string;
  charges: Charge[];
  explanation: KeptExplanation;
  /** The rules that the stay breaks, if the request ignored them. */
  broken_rules: string[];
  /** What the property asks for in addition to the total. */
  security_deposit_amount: number | null;
}

/** The quote of a stay. */
export interface QuotePart extends QuotedStay, QuotedPrice {
  id: number;
  version: number;
  created_utc: Date;
  updated_utc: Date;
  /** An open quote is expired from `expires_utc` on, even before a write stores that. */
  state: 'open' | 'accepted' | 'expired' | 'preempted';
  /** To the second, as it is shown. */
  expires_utc: Date;
  discount_code: string | null;
  hold_dates: boolean;
  redirect_after_booking_url: string | null;
  /** Whether the acceptance set the guest: withdrawing the acceptance removes the guest from the quote. */
  is_guest_of_acceptance?: true;
  tags: string[];
  /** The secret in the address of the payment form; it begins with the account. */
  form_key: string;
  is_deleted: boolean;
  deleted_utc?: Date;
}
