import { ApiError } from '@keyhaven/contracts/shared/errors';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import { type AccountScope, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import type { BookingPart } from '../bookings/domain/booking-part';
import type { BookingStore } from '../store/booking-store';
import type { QuotedStayBody, QuotedStayDocument } from '../store/stay.model';
import { changeQuotedStay } from './change-quoted-stay';
import { withoutHold } from './hold-nights';

/**
 * Matches open quotes that have expired by the database's clock. The clocks of processes are not
 * used, because their times may differ.
 */
export const expiredByDatabaseClock = genericFilter<QuotedStayDocument>({
  'quote.state': 'open',
  'quote.is_deleted': false,
  $expr: { $lte: ['$quote.expires_utc', '$$NOW'] },
});

/** Matches open quotes that have not expired by the database's clock. */
export const openByDatabaseClock = genericFilter<QuotedStayDocument>({
  'quote.state': 'open',
  'quote.is_deleted': false,
  $expr: { $gt: ['$quote.expires_utc', '$$NOW'] },
});

/**
 * The maximum number of holds that one query reads. Far fewer holds are expected to share nights
 * with one stay.
 */
const MANY = 5000;

/** Finds the stays whose expired holds have any of these keys. */
export async function expiredHolds(
  store: BookingStore,
  scope: AccountScope,
  keys: readonly string[],
): Promise<Set<number>> {
  const filter = { ...expiredByDatabaseClock, night_keys: { $in: [...keys] } };
  const found = await store.quotes.find(scope, filter, {
    limit: MANY,
    without: ['quote.charges', 'quote.explanation', 'booking.fields'],
  });
  return new Set(found.map(({ _id }) => _id));
}

/** Ends all expired holds that have any of these keys. @returns the ids of the stays of these holds. */
export async function lapseHolds(
  store: BookingStore,
  scope: AccountScope,
  keys: readonly string[],
): Promise<Set<number>> {
  const ids = await expiredHolds(store, scope, keys);
  for (const stayId of ids) await lapseQuote(store, scope, stayId);
  return ids;
}

/**
 * Whether an open quote has expired by the database's clock. An expired quote stays expired until
 * it is written again.
 */
export async function hasExpiredInDatabase(store: BookingStore, scope: AccountScope, stayId: number): Promise<boolean> {
  return (await store.quotes.findOne(scope, { _id: stayId, ...expiredByDatabaseClock })) !== undefined;
}

/**
 * Ends an expired quote and frees its nights in one write. Does nothing if the quote is not open,
 * or has not expired.
 */
export async function lapseQuote(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  const own = withoutRequestHeaders(scope);
  await unlessGone(
    store.quotes.update(own, { _id: stayId, ...expiredByDatabaseClock }, (before) =>
      changeQuotedStay(store, own, before, {
        quote: { ...before.quote, state: 'expired' },
        booking: withoutExpiredHold(before),
      }),
    ),
  );
}

/**
 * Returns the booking of a stay whose quote has expired: an active hold becomes canceled. Its `canceled_utc` is the
 * expiry, because responses already show an expired hold as canceled at this time. Other bookings do not change.
 */
export function withoutExpiredHold({
  quote,
  booking,
}: Pick<QuotedStayBody, 'quote' | 'booking'>): BookingPart | undefined {
  const ended = withoutHold(booking);
  return ended && ended !== booking ? { ...ended, canceled_utc: quote.expires_utc } : booking;
}

/** Waits for a write. Ignores the error not_found, because another process may already have done the same write. */
export async function unlessGone(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}
