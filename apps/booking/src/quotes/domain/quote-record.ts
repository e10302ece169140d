import type { Quote } from '@keyhaven/contracts/booking/quote';

/** A quote as events carry it: complete but for the explanation, which is answered only on request. */
export type QuoteRecord = Required<Omit<Quote, 'explanation' | 'deleted_utc' | 'id'>> & { id: number };
