import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { BookingStore } from '../store/booking-store';
import type { BookingPart, Withdrawal } from '../store/stay.model';
import type { StayClaim } from '../claims/read-claims';
import { changeQuotedStay } from '../holds/change-quoted-stay';
import type { QuotePart } from './domain/quote-part';

/**
 * Takes the nights of a quote's hold back, or of a booking just made of it, that could not be confirmed. The quote goes
 * with them: one that was just made was told to nobody and is deleted, any other is preempted.
 * @returns false when it is no such stay.
 * @throws ApiError not_found when the stay was written since it was read.
 */
export async function withdrawQuote(
  store: BookingStore,
  scope: AccountScope,
  { _id, revision, booking, former }: StayClaim,
  withdrawn: Withdrawal,
): Promise<boolean> {
  const isBooked = booking.type !== 'quote_hold';
  // A booking that was made of a quote long ago moves and comes back like any other.
  if (isBooked && !isJustBooked(booking, former)) return false;
  const isQuoted = (await store.quotes.findOne(scope, { _id }))?.quote !== undefined;
  if (!isQuoted) return false;
  await store.quotes.update(scope, { _id, revision }, async (before) => {
    const quote = withoutAcceptedGuest(before.quote);
    const isNew = quote.version === FIRST_VERSION;
    const changed = await changeQuotedStay(store, scope, before, {
      quote: isNew ? { ...quote, is_deleted: true } : { ...quote, state: 'preempted' },
      booking: { ...booking, type: 'quote_hold', status: 'canceled', guest_id: quote.guest_id },
    });
    return {
      ...changed,
      after: { ...changed.after, fallback: undefined, former: undefined, withdrawn },
      forgetsAnswer: isNew,
      forgetsChanges: { path: 'booking.version', above: withdrawn.back_to },
    };
  });
  return true;
}

/** The quote without the guest whom its acceptance named. */
function withoutAcceptedGuest({ is_guest_of_acceptance, ...quote }: QuotePart): QuotePart {
  return is_guest_of_acceptance ? { ...quote, guest_id: null } : quote;
}

/** Whether the write that is taken back made the booking, out of nothing or of a hold that had ended. */
function isJustBooked({ version }: BookingPart, former: BookingPart | undefined): boolean {
  return former ? former.type === 'quote_hold' : version === FIRST_VERSION;
}
