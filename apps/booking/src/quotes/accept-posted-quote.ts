import type { Booking } from '@keyhaven/contracts/booking/booking';
import type { BookingRequest } from '@keyhaven/contracts/booking/booking-input';
import type { BookingParts } from '@keyhaven/contracts/booking/list-queries';
import { pickForCreation, plainFieldsFromAcceptance } from '@keyhaven/contracts/booking/writable-fields';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingStore } from '../store/booking-store';
import { assertEchoes } from '../stays/assert-echoes';
import { presentBooking, singleBooking } from '../store/present-booking';
import { assertReferences } from '../stays/check-references';
import { loadReferences } from '../store/references';
import { acceptedStay, type AcceptedStay, acceptQuote } from './accept-quote';
import { contradictions } from './domain/contradictions';

/**
 * Accepts a quote for POST v2/bookings: the stay of the quote becomes a booking with the quote's charges. A repeated
 * request with the same Idempotency-Key gets the current state of the booking.
 * @throws ApiError bad_request if the quote is unknown or the request contradicts it; conflict if the quote is not
 *   open; nights_taken; idempotency_key_reused if a different request used the key.
 */
export async function acceptPostedQuote(
  store: BookingStore,
  scope: AccountScope,
  body: BookingRequest,
  parts: BookingParts,
): Promise<{ record: Booking; version: number }> {
  const { booking, references } = (await acceptedBefore(store, scope)) ?? (await accept(store, scope, body));
  return {
    record: singleBooking(presentBooking(booking, references), booking.door_codes, parts),
    version: booking.version,
  };
}

/**
 * Finds the stay whose quote the same request has accepted before.
 * @throws ApiError idempotency_key_reused when a different request used the same key.
 */
async function acceptedBefore(store: BookingStore, scope: AccountScope): Promise<AcceptedStay | undefined> {
  const earlier = await store.quotes.findEarlier(scope);
  return earlier?.changed && acceptedStay(store, scope, earlier.changed);
}

async function accept(store: BookingStore, scope: AccountScope, body: BookingRequest): Promise<AcceptedStay> {
  const { quote_id } = body;
  const stay = quote_id == null ? undefined : await store.quotes.findOne(scope, { 'quote.id': quote_id });
  if (!stay) {
    throw new ApiError('bad_request', `quote_id: the quote id ${quote_id} was not found or is not available`);
  }
  if (body.guest_id != null && stay.quote.guest_id === null) {
    const referring = { property_id: stay.quote.property_id, guest_id: body.guest_id, listing_site_id: null };
    assertReferences({ guest_id: body.guest_id }, await loadReferences(store, scope, [referring]));
  }
  try {
    return await acceptQuote(store, scope, stay._id, {
      status: body.status === 'pending' ? 'pending' : 'active',
      pendingUntil: null,
      ...(body.guest_id == null ? {} : { guestId: body.guest_id }),
      extras: pickForCreation(plainFieldsFromAcceptance, body),
      annotations: body,
      assertSame: (quote) => {
        const faults = contradictions(body, quote);
        if (faults.length > 0) throw new ApiError('bad_request', faults);
      },
      assertBooking: (states, references) => assertEchoes(body, states, references),
    });
  } catch (error) {
    // If a concurrent request with the same key has accepted the quote, return the response of that request.
    const before = await acceptedBefore(store, scope);
    if (before) return before;
    throw error;
  }
}
