import type { QuoteExplanation } from '@keyhaven/contracts/booking/quote';

/**
 * The explanation of charges as it is stored: all nights, rate adjusters, definitions and taxes
 * that were considered.
 */
export interface KeptExplanation extends Omit<QuoteExplanation, 'made_utc' | 'is_complete'> {
  /**
   * When and for which property the charges were calculated. The quote may have moved to another property after that.
   * Absent if there are no charges.
   */
  made?: { utc: Date; property_id: number };
}
