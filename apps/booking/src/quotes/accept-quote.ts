import type { BookingStatus } from '@keyhaven/contracts/booking/booking';
import {
  fieldsFromQuote,
  pickFields,
  type PlainFieldsFromAcceptance,
} from '@keyhaven/contracts/booking/writable-fields';
import type { SentAnnotations } from '@keyhaven/contracts/booking/custom-fields';
import type { GuestCreation } from '@keyhaven/contracts/booking/guest';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import { type AccountScope, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import type { JobRequest } from '@keyhaven/persistence/plan-change';
import type { Decision } from '@keyhaven/persistence/tenant-repository/repository-types';
import { copyAnnotations, resolveAnnotations } from '../annotations/resolve-annotations';
import type { BookingPart } from '../bookings/domain/booking-part';
import { containedTaxesOf } from '../charges/charge-stay';
import { changeQuotedStay } from '../holds/change-quoted-stay';
import { holdOf } from '../holds/hold-nights';
import { openByDatabaseClock } from '../holds/lapse-holds';
import { job } from '../jobs';
import { firstAttempt, isTakenNight, nextAttempt } from '../nights/take-nights';
import { assertOpenToGuests } from '../stays/check-references';
import { copySettings } from '../stays/copy-settings';
import type { BookingStore } from '../store/booking-store';
import { type BookingReferences, loadReferences, propertyOf } from '../store/references';
import type { QuotedStayBody, QuotedStayDocument } from '../store/stay.model';
import type { QuotePart } from './domain/quote-part';
import { whyNotOpen } from './domain/quote-status';
import { preemptIfSold } from './preempt-quotes';

/** What an acceptance adds to the quote. */
export interface Acceptance {
  status: Extract<BookingStatus, 'active' | 'pending'>;
  pendingUntil: Date | null;
  /** The id of the guest, if the quote itself has no guest. */
  guestId?: number;
  /** The details of a guest that the acceptance creates. Absent if the guest exists already. */
  newGuest?: GuestCreation;
  /** Fields of the booking that a quote does not have. */
  extras?: Partial<PlainFieldsFromAcceptance>;
  /** The tags and custom fields that were sent for the booking. A list that was not sent is copied from the quote. */
  annotations?: SentAnnotations;
  /**
   * Throws if the quote differs from what the client has seen or sent. Called with the stored quote just before the
   * quote is written.
   */
  assertSame(quote: QuotePart): void;
  /**
   * Throws if the request contradicts the booking that the quote becomes.
   * @param states the hold, if the quote has one, and the new booking.
   */
  assertBooking?(states: readonly BookingPart[], references: BookingReferences): void;
}

/** An accepted quote, and the booking that it became. */
export interface AcceptedStay {
  stay: QuotedStayBody;
  booking: BookingPart;
  references: BookingReferences;
}

/**
 * Turns the stay of a quote into a booking with the charges of the quote, in one write. A hold becomes the booking and
 * keeps its id, so its nights are never free in between. Without a hold, the write takes the nights. The quote must be
 * open by the database's clock. If the acceptance has the details of a new guest, a job creates the guest.
 * @throws ApiError not_found; conflict when the quote is not open; bad_request when its property accepts no bookings;
 *   nights_taken; and what `assertSame` and `assertBooking` throw.
 */
export async function acceptQuote(
  store: BookingStore,
  scope: AccountScope,
  stayId: number,
  acceptance: Acceptance,
): Promise<AcceptedStay> {
  const open = genericFilter<QuotedStayDocument>({ _id: stayId, ...openByDatabaseClock });
  try {
    for (let attempt = firstAttempt; ;) {
      const changed = await store.quotes.change(scope, open, (before) =>
        decideAcceptance(store, scope, before, acceptance),
      );
      if ('document' in changed) return await acceptedStay(store, scope, changed.document);
      attempt = await nextAttempt(store, scope, changed, attempt);
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') {
      const { quote, booking } = await store.quotes.get(scope, { _id: stayId });
      throw new ApiError('conflict', whyNotOpen(quote, booking?.id));
    }
    if (isTakenNight(error) || (error instanceof ApiError && error.code === 'nights_taken')) {
      await preemptIfSold(store, withoutRequestHeaders(scope), stayId);
    }
    throw error;
  }
}

async function decideAcceptance(
  store: BookingStore,
  scope: AccountScope,
  before: QuotedStayBody,
  acceptance: Acceptance,
): Promise<Decision<QuotedStayDocument, BookingReferences>> {
  const { quote } = before;
  acceptance.assertSame(quote);
  const guest_id = quote.guest_id ?? acceptance.guestId ?? null;
  // Also load the references of an earlier hold, which may be at another property.
  const held = before.booking ? [before.booking] : [];
  const loaded = await loadReferences(store, scope, [{ ...quote, guest_id }, ...held]);
  const references = withNewGuest(loaded, acceptance);
  assertOpenToGuests(propertyOf(references, quote.property_id));
  const sent = acceptance.annotations ?? {};
  const annotations = {
    ...(await copyAnnotations(store, 'booking', {
      tags: sent.tags ? [] : quote.tags,
      fields: sent.fields ? [] : quote.fields,
    })),
    ...(await resolveAnnotations(store, scope, { type: 'booking', sent, before: before.booking })),
  };
  const booking = { ...(await bookingOfQuote(store, before, acceptance, references)), ...annotations };
  acceptance.assertBooking?.([...held, booking], references);
  const accepted = { quote: acceptedQuote(quote, guest_id), booking };
  const changed = await changeQuotedStay(store, scope, before, accepted, references);
  return { ...changed, jobs: [...(changed.jobs ?? []), ...guestJobs(acceptance)] };
}

function acceptedQuote(quote: QuotePart, guest_id: number | null): QuotePart {
  const isNamedNow = quote.guest_id === null && guest_id !== null;
  return { ...quote, state: 'accepted', guest_id, ...(isNamedNow ? { is_guest_of_acceptance: true } : {}) };
}

/**
 * Adds the guest that a job will create after the write, so that the events of this write contain
 * the guest's name.
 */
function withNewGuest(references: BookingReferences, { guestId, newGuest }: Acceptance): BookingReferences {
  if (guestId === undefined || newGuest === undefined) return references;
  const { first_name = '', last_name = '' } = newGuest;
  const guests = new Map(references.guests).set(guestId, { _id: guestId, first_name, last_name });
  return { ...references, guests };
}

function guestJobs({ guestId, newGuest }: Acceptance): JobRequest[] {
  return guestId === undefined || newGuest === undefined
    ? []
    : [job('add_accepted_guest', { guest_id: guestId, guest: newGuest })];
}

/** Returns an accepted quote with its booking, and loads the records that they refer to. */
export async function acceptedStay(
  store: BookingStore,
  scope: AccountScope,
  stay: QuotedStayBody,
): Promise<AcceptedStay> {
  const { booking } = stay;
  if (!booking) throw new Error(`quote ${stay.quote.id} was accepted without a booking`);
  return { stay, booking, references: await loadReferences(store, scope, [booking, stay.quote]) };
}

/**
 * The booking that a quote becomes. It has the id of the hold, if there is one, and the stay and charges of the quote.
 */
async function bookingOfQuote(
  store: BookingStore,
  { quote, booking }: Pick<QuotedStayBody, 'quote' | 'booking'>,
  { status, pendingUntil, guestId, extras }: Acceptance,
  references: BookingReferences,
): Promise<BookingPart> {
  const hold = await holdOf(store, quote, booking, references);
  return {
    ...hold,
    // The settings of the property may have changed since the hold was made.
    ...copySettings(propertyOf(references, quote.property_id), references.account),
    ...pickFields(fieldsFromQuote, quote),
    ...extras,
    type: 'booking',
    status,
    pending_until_utc: pendingUntil,
    guest_id: quote.guest_id ?? guestId ?? null,
    currency_code: quote.currency_code,
    charges: quote.charges,
    contained_taxes: containedTaxesOf(quote.explanation),
    broken_rules: quote.broken_rules,
    discount_code: quote.discount_code,
    quote_id: quote.id,
  };
}
