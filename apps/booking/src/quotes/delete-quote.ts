import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { changeQuotedStay } from '../holds/change-quoted-stay';
import { withoutHold } from '../holds/hold-nights';
import { hasExpiredInDatabase, withoutExpiredHold } from '../holds/lapse-holds';
import { isFinal, isOver } from './domain/quote-status';
import { liveQuote } from './read-quotes';

/** Deletes a quote and releases the nights that it holds, in one write. @throws ApiError not_found, conflict. */
export async function deleteQuote(store: BookingStore, scope: AccountScope, id: number): Promise<void> {
  await store.quotes.update(scope, liveQuote(id), async (before) => {
    const { _id, quote, booking } = before;
    if (isFinal(quote.state)) {
      throw new ApiError('conflict', `quote ${id} was accepted and cannot be deleted; cancel booking ${booking?.id}`);
    }
    const hasExpired = isOver(quote, new Date()) && (await hasExpiredInDatabase(store, scope, _id));
    return changeQuotedStay(store, scope, before, {
      quote: { ...quote, is_deleted: true },
      booking: hasExpired ? withoutExpiredHold(before) : withoutHold(booking),
    });
  });
}
