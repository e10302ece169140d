import type { QuoteStatus } from '@keyhaven/contracts/booking/quote';
import type { fieldsFromQuote, StoredQuoteFields } from '@keyhaven/contracts/booking/writable-fields';
import type { z } from 'zod';
import type { Charge } from '@keyhaven/contracts/booking/charge';
import type { KeptExplanation } from '../../charges/domain/kept-explanation';

/** The stay that a quote offers. */
export type QuotedStay = z.output<typeof fieldsFromQuote>;

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
export interface QuotePart extends StoredQuoteFields, QuotedPrice {
  id: number;
  version: number;
  created_utc: Date;
  updated_utc: Date;
  /** An open quote is expired from `expires_utc` on, even before a write stores that. */
  state: QuoteStatus;
  /** With a precision of one second, as it is shown. */
  expires_utc: Date;
  discount_code: string | null;
  /** Whether the acceptance set the guest: withdrawing the acceptance removes the guest from the quote. */
  is_guest_of_acceptance?: true;
  /** The secret in the address of the payment form; it begins with the account. */
  form_key: string;
  is_deleted: boolean;
  deleted_utc?: Date;
}
