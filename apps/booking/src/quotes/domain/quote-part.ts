import type { Charge } from '@keyhaven/contracts/booking/charge';
import type { QuoteExplanation } from '@keyhaven/contracts/booking/quote';

/** What a quote's stay is, whoever asks for it. */
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

/** What is kept of an explanation: all that was looked at when the charges were made. */
export interface KeptExplanation extends Omit<QuoteExplanation, 'made_utc' | 'is_complete'> {
  /**
   * When and for which property the charges were made; a quote that keeps them may be for another property by now.
   * Absent where none were made, and on quotes from before it was kept.
   */
  made?: { utc: Date; property_id: number };
}

/** What the charges were made to be, kept as they were made: the price is a promise. */
export interface QuotedPrice {
  currency_code: string;
  charges: Charge[];
  explanation: KeptExplanation;
  /** The rules that the stay breaks, where it was let pass. */
  broken_rules: string[];
  /** What the property asks for beside the total. */
  security_deposit_amount: number | null;
}

/** The quote that a stay began with. */
export interface QuotePart extends QuotedStay, QuotedPrice {
  id: number;
  version: number;
  created_utc: Date;
  updated_utc: Date;
  /** An open quote is expired from `expires_utc` on, whether a write has said so yet or not. */
  state: 'open' | 'accepted' | 'expired' | 'preempted';
  /** To the second, as it is shown. */
  expires_utc: Date;
  discount_code: string | null;
  hold_dates: boolean;
  redirect_after_booking_url: string | null;
  /** Whether the quote named no guest before it was accepted: an acceptance that is withdrawn takes the guest with it. */
  is_guest_of_acceptance?: true;
  tags: string[];
  /** The secret in the address of the payment form; it begins with the account. */
  form_key: string;
  is_deleted: boolean;
  deleted_utc?: Date;
}
