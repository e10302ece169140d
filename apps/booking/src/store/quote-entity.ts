import { services } from '@keyhaven/contracts/platform/services';
import type { Entity } from '@keyhaven/persistence/entity';
import { quoteCategories } from '../quotes/domain/quote-categories';
import type { QuotePart } from '../quotes/domain/quote-part';
import type { QuoteRecord } from '../quotes/domain/quote-record';
import { presentQuote } from './present-quote';
import type { BookingReferences } from './references';
import type { AnyStayBody, AnyStayDocument } from './stay.model';

/**
 * How the quote part of a stay is published. @param publicUrl the URL at which guests reach the
 * gateway.
 */
export function quoteEntityAt(publicUrl: string): Entity<AnyStayDocument, QuoteRecord, BookingReferences> {
  return {
    type: 'quote',
    topic: services.booking.topic,
    part: 'quote',
    isIn: ({ quote }) => quote !== undefined && !quote.is_deleted,
    present: (body, references) => presentQuote({ ...body, quote: quoteOf(body) }, references, publicUrl),
    categories: (after, before) => quoteCategories(after.record, before?.record),
    stampedWhenDeleted: () => ['deleted_utc'],
  };
}

function quoteOf({ _id, quote }: AnyStayBody): QuotePart {
  if (!quote) throw new Error(`stay ${_id} has no quote`);
  return quote;
}
