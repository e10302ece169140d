import type { BookingStatus } from '@keyhaven/contracts/booking/booking';
import type { GuestCreation } from '@keyhaven/contracts/booking/guest';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { type AccountScope, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import type { QueryFilter } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import { assertOpenToGuests, propertyOf } from '../stays/check-references';
import { type BookingReferences, loadReferences } from '../store/references';
import type { BookingPart, QuotedStayBody, QuotedStayDocument } from '../store/stay.model';
import { isTakenNight, refuseTakenNights } from '../nights/refuse-taken-nights';
import { addGuestJob } from './add-accepted-guest';
import { bookingOfQuote } from './book-quote';
import { changeQuotedStay } from '../holds/change-quoted-stay';
import { openByDatabaseClock } from '../holds/lapse-holds';
import { preemptIfSold } from './preempt-quotes';
import type { QuotePart } from './domain/quote-part';

/** What an acceptance says beside the quote itself. */
export interface Acceptance {
  status: Extract<BookingStatus, 'active' | 'pending'>;
  pendingUntil: Date | null;
  /** The guest, where the quote names none. */
  guestId?: number;
  /** The details of that guest, who is added by the acceptance; left out where there is such a guest already. */
  newGuest?: GuestCreation;
  /** What may be said of the booking that no quote says. */
  extras?: Partial<Pick<BookingPart, 'title' | 'tags' | 'fields' | 'cleaning_date' | 'check_in_end'>>;
  /** Throws when the quote as it is at the moment of the write is not what was accepted. */
  assertSame(quote: QuotePart): void;
  /** Throws when something else was asked for than the booking that the quote becomes; the hold comes first of `states`. */
  assertBooking?(states: readonly BookingPart[], references: BookingReferences): void;
}

/** A quote that was accepted, and the booking that it became. */
export interface AcceptedStay {
  stay: QuotedStayBody;
  booking: BookingPart;
  references: BookingReferences;
}

/**
 * Makes the quote's stay a booking, in one write: a hold becomes the booking under its own id, and its nights are never
 * free between; without one the nights are taken by the write. The database's clock decides whether the quote still
 * stands. Its charges are booked as they were promised. A guest whom the acceptance adds is added by a step of that write.
 * @throws ApiError not_found; conflict when the quote is not open; bad_request when its property takes nobody;
 * nights_taken; and what `assertSame` throws.
 */
export async function acceptQuote(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  acceptance: Acceptance,
): Promise<AcceptedStay> {
  let wanted: BookingPart | undefined;
  const open = { _id: stayId, ...openByDatabaseClock } as QueryFilter<QuotedStayDocument>;
  try {
    const stay = await refuseTakenNights(
      store,
      scope,
      () => wanted,
      () =>
        store.quotes.update(scope, open, async (before) => {
          const { quote } = before;
          acceptance.assertSame(quote);
          const guest_id = quote.guest_id ?? acceptance.guestId ?? null;
          // Those of a released hold too: it may stand at the property that the quote was for before.
          const held = before.booking ? [before.booking] : [];
          const loaded = await loadReferences(store, scope, [{ ...quote, guest_id }, ...held]);
          const references = withNewGuest(loaded, acceptance);
          assertOpenToGuests(propertyOf(references, quote.property_id));
          const booking = await bookingOfQuote(store, before, acceptance, references);
          acceptance.assertBooking?.([...held, booking], references);
          wanted = booking;
          const changed = await changeQuotedStay(store, scope, before, {
            quote: acceptedQuote(quote, guest_id),
            booking,
          });
          return {
            ...changed,
            references: withNewGuest(changed.references, acceptance),
            jobs: [...(changed.jobs ?? []), ...guestJobs(acceptance)],
          };
        }),
      () => stayId,
    );
    return await acceptedStay(store, scope, stay);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') throw await whyNotOpen(store, scope, stayId);
    // The quote comes to an end with its nights.
    if (isTakenNight(error) || (error instanceof ApiError && error.code === 'nights_taken')) {
      await preemptIfSold(store, withoutRequestHeaders(scope), stayId);
    }
    throw error;
  }
}

function acceptedQuote(quote: QuotePart, guest_id: number | null): QuotePart {
  const isNamedNow = quote.guest_id === null && guest_id !== null;
  return { ...quote, state: 'accepted', guest_id, ...(isNamedNow ? { is_guest_of_acceptance: true } : {}) };
}

/** The references with the guest who is added after the write: its events show the name. */
function withNewGuest(references: BookingReferences, { guestId, newGuest }: Acceptance): BookingReferences {
  if (guestId === undefined || newGuest === undefined) return references;
  const { first_name = '', last_name = '' } = newGuest;
  const guests = new Map(references.guests).set(guestId, { _id: guestId, first_name, last_name });
  return { ...references, guests };
}

function guestJobs({ guestId, newGuest }: Acceptance): JobRequest[] {
  return guestId === undefined || newGuest === undefined ? [] : [addGuestJob(guestId, newGuest)];
}

/** An accepted stay with what its booking refers to. */
export async function acceptedStay(
  store: BookingStore,
  scope: AccountScope,
  stay: QuotedStayBody,
): Promise<AcceptedStay> {
  const { booking } = stay;
  if (!booking) throw new Error(`quote ${stay.quote.id} was accepted without a booking`);
  return { stay, booking, references: await loadReferences(store, scope, [booking, stay.quote]) };
}

/** Why a quote cannot be accepted, in words that name its booking, if there is one. */
async function whyNotOpen(store: BookingStore, scope: AccountScope, stayId: number): Promise<ApiError> {
  const { quote, booking } = await store.quotes.get(scope, { _id: stayId });
  const { id, state, expires_utc } = quote;
  if (state === 'accepted')
    return new ApiError('conflict', `quote ${id} was accepted already: see booking ${booking?.id}`);
  if (quote.is_deleted) return new ApiError('conflict', `quote ${id} was deleted; make a new one`);
  if (state === 'preempted') return new ApiError('conflict', `quote ${id} cannot be accepted: its nights were sold`);
  return new ApiError(
    'conflict',
    `quote ${id} expired at ${formatInstant(expires_utc)}; a later expires_utc revives it`,
  );
}
