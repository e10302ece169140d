import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { StayClaim } from '../claims/read-claims';
import { changeQuotedStay } from '../holds/change-quoted-stay';
import { holdOf } from '../holds/hold-nights';
import type { BookingStore } from '../store/booking-store';
import { loadReferences } from '../store/references';
import type { Withdrawal } from '../store/stay.model';
import type { QuotePart } from './domain/quote-part';

/**
 * Undoes the write of a hold, or of a booking that was just created from a quote, because its nights could not be
 * secured. The quote ends too: a new quote is deleted, because the request that creates it has not been answered, and
 * any other quote becomes preempted.
 * @returns false if the stay is neither a hold nor a booking that was just created from a quote.
 * @throws ApiError not_found when the stay was written after it was read.
 */
export async function withdrawQuote(
  store: BookingStore,
  scope: AccountScope,
  { _id, revision, booking, former }: StayClaim,
  withdrawn: Withdrawal,
): Promise<boolean> {
  const isBooked = booking.type !== 'quote_hold';
  // If the write that is undone changed an existing booking, `withdrawStay` restores that booking.
  if (isBooked && !isJustBooked(booking, former)) return false;
  const isQuoted = (await store.quotes.findOne(scope, { _id }))?.quote !== undefined;
  if (!isQuoted) return false;
  await store.quotes.update(scope, { _id, revision }, async (before) => {
    const quote = withoutAcceptedGuest(before.quote);
    const isNew = quote.version === FIRST_VERSION;
    const ended = isBooked ? await withoutAcceptance(store, scope, { quote, booking, former }) : booking;
    const changed = await changeQuotedStay(store, scope, before, {
      quote: isNew ? { ...quote, is_deleted: true } : { ...quote, state: 'preempted' },
      booking: { ...ended, type: 'quote_hold', status: 'canceled', guest_id: quote.guest_id },
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

/** Removes the guest that the acceptance set. */
function withoutAcceptedGuest({ is_guest_of_acceptance, ...quote }: QuotePart): QuotePart {
  return is_guest_of_acceptance ? { ...quote, guest_id: null } : quote;
}

/**
 * Returns the hold that the quote had before its acceptance. If it had none, returns a new hold made from the quote. So
 * nothing of the refused acceptance appears in a later one.
 */
async function withoutAcceptance(
  store: BookingStore,
  scope: AccountScope,
  { quote, booking, former }: { quote: QuotePart; booking: BookingPart; former: BookingPart | undefined },
): Promise<BookingPart> {
  const hold = await holdOf(store, quote, former, await loadReferences(store, scope, [quote, former ?? booking]));
  const { id, version, thread_ids, totals, form_key } = booking;
  const { created_utc, updated_utc, booked_utc } = former ?? booking;
  return { ...hold, id, version, thread_ids, totals, form_key, created_utc, updated_utc, booked_utc };
}

/** Whether the write that is undone created the booking or turned a hold into the booking. */
function isJustBooked({ version }: BookingPart, former: BookingPart | undefined): boolean {
  return former ? former.type === 'quote_hold' : version === FIRST_VERSION;
}
