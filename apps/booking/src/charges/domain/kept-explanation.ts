import type { QuoteExplanation } from '@keyhaven/contracts/booking/quote';

/** What is kept of an explanation: all that was looked at when the charges were made. */
export interface KeptExplanation extends Omit<QuoteExplanation, 'made_utc' | 'is_complete'> {
  /**
   * When and for which property the charges were made; a quote that keeps them may be for another property by now.
   * Absent where none were made, and on quotes from before it was kept.
   */
  made?: { utc: Date; property_id: number };
}
