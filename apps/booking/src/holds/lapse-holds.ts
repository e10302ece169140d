import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type AccountScope, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import type { QueryFilter } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import type { QuotedStayDocument } from '../store/stay.model';
import { changeQuotedStay } from './change-quoted-stay';
import { withoutHold } from './hold-nights';

/** An open quote whose time is over, by the database's clock: that one decides, whoever finds it. */
export const overByDatabaseClock = {
  'quote.state': 'open',
  'quote.is_deleted': false,
  $expr: { $lte: ['$quote.expires_utc', '$$NOW'] },
} as QueryFilter<QuotedStayDocument>;

/** An open quote whose time is not over, by the database's clock. */
export const openByDatabaseClock = {
  'quote.state': 'open',
  'quote.is_deleted': false,
  $expr: { $gt: ['$quote.expires_utc', '$$NOW'] },
} as QueryFilter<QuotedStayDocument>;

/** More holds than the keys of one record can lie on. */
const MANY = 5000;

/** The stays that hold any of the keys, and whose time is over. */
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

/** Ends all holds that are over and have any of the keys. Answers whether there was one. */
export async function lapseHolds(store: BookingStore, scope: AccountScope, keys: readonly string[]): Promise<boolean> {
  const ids = await overHolds(store, scope, keys);
  for (const stayId of ids) await lapseQuote(store, scope, stayId);
  return ids.size > 0;
}

/** Whether the time of an open quote is over, by the database's clock. It stays so until somebody writes the quote. */
export async function isOverInDatabase(store: BookingStore, scope: AccountScope, stayId: number): Promise<boolean> {
  return (await store.quotes.findOne(scope, { _id: stayId, ...overByDatabaseClock })) !== undefined;
}

/** Ends a quote whose time is over, and gives its nights back, in one write; any other is left as it is. */
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

/** Somebody else was faster: there is nothing left to do. */
export async function unlessGone(writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}
