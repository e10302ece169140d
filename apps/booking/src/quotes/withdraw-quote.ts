import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../booking-store';
import { claimsNights } from '../nights/domain/claim';
import { changeQuotedStay } from './change-quoted-stay';
import type { QuotePart } from './quote-part';

/**
 * Takes the nights of a quote's hold back, or of a booking just made of it, that could not be confirmed. The quote goes
 * with them: one that was just made was told to nobody and is deleted, any other is preempted.
 * @returns false when it is no such stay.
 */
export async function withdrawQuote(store: BookingStore, scope: AccountScope, stayId: number): Promise<boolean> {
  const stay = await store.quotes.findOne(scope, { _id: stayId });
  if (!stay?.quote || !stay.booking) return false;
  const isBooked = stay.booking.type !== 'quote_hold';
  // A booking that was made of a quote long ago moves and comes back like any other.
  if (isBooked && stay.booking.version > 1) return false;
  await store.quotes.update(scope, { _id: stayId }, async (before) => {
    const { quote, booking } = before;
    if (!booking || !claimsNights(booking)) return undefined;
    const withdrawn = await changeQuotedStay(store, scope, before, {
      quote: withdrawnQuote(quote),
      booking: { ...booking, status: 'canceled' },
    });
    return { ...withdrawn, after: { ...withdrawn.after, fallback: undefined }, forgetsAnswer: true };
  });
  return true;
}

function withdrawnQuote(quote: QuotePart): QuotePart {
  return quote.version === 1 ? { ...quote, is_deleted: true } : { ...quote, state: 'preempted' };
}
