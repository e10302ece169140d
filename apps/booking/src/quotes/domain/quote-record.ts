import type { Quote } from '@keyhaven/contracts/booking/quote';

/** A quote as events contain it: with every field except the explanation. */
export type QuoteRecord = Required<Omit<Quote, 'explanation' | 'deleted_utc' | 'id'>> & { id: number };
