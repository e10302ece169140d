import type { Quote } from '@keyhaven/contracts/booking/quote';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { QuotePart } from '../quotes/domain/quote-part';
import { presentQuote } from './present-quote';
import type { BookingReferences } from './references';

/** A quote that was evaluated but not stored: it has no payment form; a new one has no id and no times either. */
export function presentTestQuote(
  { quote, booking }: { quote: Partial<QuotePart> & Omit<QuotePart, StoredField>; booking: BookingPart | undefined },
  references: BookingReferences,
  publicUrl: string,
): Quote {
  const record = presentQuote({ quote: { ...unstored, ...quote }, booking }, references, publicUrl);
  return {
    ...record,
    id: quote.id ?? null,
    payment_form: null,
    created_utc: quote.id === undefined ? null : record.created_utc,
    updated_utc: quote.id === undefined ? null : record.updated_utc,
  };
}

/** What only a stored quote has. */
type StoredField = 'id' | 'form_key' | 'version' | 'created_utc' | 'updated_utc';
const unstored: Pick<QuotePart, StoredField> = {
  id: 0,
  form_key: '',
  version: 0,
  created_utc: new Date(0),
  updated_utc: new Date(0),
};
