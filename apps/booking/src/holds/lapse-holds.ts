import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type AccountScope, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import type { QueryFilter } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import type { QuotedStayDocument } from '../store/stay.model';
import { changeQuotedStay } from './change-quoted-stay';
import { withoutHold } from './hold-nights';

/** An open quote that has expired by the database's clock, which decides in every process. */
export const overByDatabaseClock = {
  'quote.state': 'open',
  'quote.is_deleted': false,
  $expr: { $lte: ['$quote.expires_utc', '$$NOW'] },
} as QueryFilter<QuotedStayDocument>;

/** An open quote that has not expired by the database's clock. */
export const openByDatabaseClock = {
  'quote.state': 'open',
  'quote.is_deleted': false,
  $expr: { $gt: ['$quote.expires_utc', '$$NOW'] },
} as QueryFilter<QuotedStayDocument>;

/** More holds than can have the keys of one stay. */
const MANY = 5000;

/** The stays with any of the keys whose quote has expired. */
export async function overHolds(
  store: BookingStore,
  scope: AccountScope,
  keys: readonly string[],
): Promise<Set<number>> {
  const filter = { ...overByDatabaseClock, night_keys: { $in: [...keys] } };
  const found = await store.quotes.find(scope, filter, {
    limit: MANY,
    without: ['quote.charges', 'quote.explanation', 'booking.fields'],
  });
  return new Set(found.map(({ _id }) => _id));
}

/** Ends all expired holds that have any of the keys. Answers whether there was one. */
export async function lapseHolds(store: BookingStore, scope: AccountScope, keys: readonly string[]): Promise<boolean> {
  const ids = await overHolds(store, scope, keys);
  for (const stayId of ids) await lapseQuote(store, scope, stayId);
  return ids.size > 0;
}

/** Whether an open quote has expired by the database's clock. That remains true until the quote is written. */
export async function isOverInDatabase(store: BookingStore, scope: AccountScope, stayId: number): Promise<boolean> {
  return (await store.quotes.findOne(scope, { _id: stayId, ...overByDatabaseClock })) !== undefined;
}

/** Ends an expired quote and frees its nights, in one write; does nothing to any other quote. */
export async function lapseQuote(store: BookingStore, scope: AccountScope, stayId: number): Promise<void> {
  const own = withoutRequestHeaders(scope);
  await unlessGone(
    store.quotes.update(own, { _id: stayId, ...overByDatabaseClock }, (before) =>
      changeQuotedStay(store, own, before, {
        quote: { ...before.quote, state: 'expired' },
        booking: withoutHold(before.booking),
      }),
    ),
  );
}

/** Ignores not_found: another process was faster, and nothing is left to do. */
export async function unlessGone(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}
