import type { QuoteStatus } from '@keyhaven/contracts/booking/quote';
import type { fieldsFromQuote, PlainQuoteFields } from '@keyhaven/contracts/booking/writable-fields';
import type { z } from 'zod';
import type { Charge } from '@keyhaven/contracts/booking/charge';
import type { Annotated } from '../../annotations/domain/annotations';
import type { KeptExplanation } from '../../charges/domain/kept-explanation';

/** The stay that a quote offers. */
export type QuotedStay = z.output<typeof fieldsFromQuote>;

/**
 * The price of a quote. It is promised to the guest, so a later change of rates does not change the
 * price of the quote.
 */
export interface QuotedPrice {
  currency_code: string;
  charges: Charge[];
  explanation: KeptExplanation;
  /** The messages of the rules that the stay breaks. Filled only if the request had `ignore_rules`. */
  broken_rules: string[];
  /** The security deposit that the property requires in addition to the total. */
  security_deposit_amount: number | null;
}

/** The quote part of a stay document. */
export interface QuotePart extends PlainQuoteFields, QuotedPrice, Annotated {
  id: number;
  version: number;
  created_utc: Date;
  updated_utc: Date;
  /**
   * The stored state. From `expires_utc` on, `open` means expired, even before `expired` is stored.
   */
  state: QuoteStatus;
  /** When the quote expires, in whole seconds as in the API. */
  expires_utc: Date;
  discount_code: string | null;
  /** True if the acceptance set the guest. If the acceptance is undone, the guest is removed from the quote again. */
  is_guest_of_acceptance?: true;
  /** The secret in the URL of the payment form. It begins with the account id. */
  form_key: string;
  is_deleted: boolean;
  deleted_utc?: Date;
}
