import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { describeNights, nightsOf } from '@keyhaven/stays/nights';
import type { BookingPart } from '../bookings/domain/booking-part';
import { claimsNights } from '../claims/domain/claim';
import { isOverHold } from '../quotes/domain/quote-status';
import type { BookingStore } from '../store/booking-store';
import type { LinkTerms } from './domain/linked-properties';

/** The maximum number of pairs of bookings that an error lists. */
const MAX_NAMED = 20;
const PAGE = 500;

type Found = Pick<BookingPart, 'id' | 'property_id' | 'arrival' | 'departure'>;

/**
 * Describes each pair of bookings that occupy both properties on the same nights, from the link's first night on. Stops
 * after MAX_NAMED pairs.
 */
export async function findClashes(
  store: BookingStore,
  scope: AccountScope,
  { property_ids: [a, b], counts_from }: LinkTerms,
): Promise<string[]> {
  const [left, right] = await Promise.all([
    occupying(store, scope, a, counts_from),
    occupying(store, scope, b, counts_from),
  ]);
  const clashes: string[] = [];
  for (const booking of left) {
    for (const other of right) {
      if (other.arrival >= booking.departure) break;
      if (other.departure <= booking.arrival) continue;
      clashes.push(clashOf(booking, other, counts_from));
      if (clashes.length === MAX_NAMED) return clashes;
    }
  }
  return clashes;
}

/** Reads the bookings that occupy nights of a property from a day on, ordered by arrival. */
async function occupying(store: BookingStore, scope: AccountScope, propertyId: number, day: string): Promise<Found[]> {
  const found: Found[] = [];
  for (let after = 0, isLast = false; !isLast;) {
    const filter = {
      'booking.property_id': propertyId,
      'booking.id': { $gt: after },
      'booking.departure': { $gt: day },
    };
    const page = await store.stays.find(scope, filter, {
      limit: PAGE,
      orderBy: 'booking.id',
      without: ['booking.fields', 'booking.notes', 'booking.charges', 'quote.charges', 'quote.explanation'],
    });
    isLast = page.length < PAGE;
    after = page.at(-1)?.booking.id ?? after;
    const now = new Date();
    // An expired hold does not occupy its nights.
    for (const { booking, quote } of page) {
      if (claimsNights(booking) && !isOverHold(booking, quote, now)) found.push(booking);
    }
  }
  return found.sort((a, b) => (a.arrival < b.arrival ? -1 : 1));
}

function clashOf(a: Found, b: Found, day: string): string {
  const arrival = [a.arrival, b.arrival, day].sort().at(-1)!;
  const departure = a.departure < b.departure ? a.departure : b.departure;
  const nights = describeNights(nightsOf({ arrival, departure }));
  return `booking ${a.id} at property ${a.property_id} and booking ${b.id} at property ${b.property_id} both have nights: ${nights}`;
}
