import type { QuoteExplanation } from '@keyhaven/contracts/booking/quote';

/** The stored part of an explanation: everything that was considered when the charges were made. */
export interface KeptExplanation extends Omit<QuoteExplanation, 'made_utc' | 'is_complete'> {
  /**
   * When and for which property the charges were made; the quote may be for another property now. Absent without
   * charges.
   */
  made?: { utc: Date; property_id: number };
}
