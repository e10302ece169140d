import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { endOfNight } from '../nights/domain/end-of-night';
import type { CalendarBody, NightRange } from '../store/calendar.model';
import type { PricingStore } from '../store/pricing-store';
import { timeZoneOf } from '../store/property-defaults';

/** All nights of a calendar. */
export const ALL_NIGHTS: readonly NightRange[] = [{ from: null, to: null }];

/** How many calendars are written in parallel. */
const PARALLEL = 8;
/** How many calendars are read in one query. */
const PAGE = 500;

/**
 * Invalidates all nights of calendars by raising their versions. Call it after writing what the nights are computed
 * from: a reader that reads the version first never keeps old nights under a new version. Properties without a calendar
 * are skipped.
 * @param propertyIds null: all of the account.
 */
export async function invalidateCalendars(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[] | null,
): Promise<void> {
  if (propertyIds) return invalidatePage(store, scope, propertyIds);
  for await (const ids of allIds(store, scope)) await invalidatePage(store, scope, ids);
}

function invalidatePage(store: PricingStore, scope: AccountScope, ids: readonly number[]): Promise<void> {
  return invalidateNights(store, scope, new Map(ids.map((id) => [id, ALL_NIGHTS])));
}

/** Invalidates calendars like invalidateCalendars. @param nightsById the nights of each that its event names. */
export async function invalidateNights(
  store: PricingStore,
  scope: AccountScope,
  nightsById: ReadonlyMap<number, readonly NightRange[]>,
): Promise<void> {
  await forEach([...nightsById.keys()], (id) =>
    change(store, scope, id, (before) => ({
      ...before,
      calendar_version: before.calendar_version + 1,
      changed_nights: [...nightsById.get(id)!],
    })),
  );
}

/** Invalidates all calendars of an account whose currency or time zone may have changed. */
export async function invalidateForAccount(store: PricingStore, scope: AccountScope): Promise<void> {
  const account = await store.accounts.findOne(scope, { _id: scope.accountId });
  const invalidate = (before: CalendarBody) => ({
    ...before,
    calendar_version: before.calendar_version + 1,
    changed_nights: [...ALL_NIGHTS],
    ends_utc: before.is_gone ? null : endOfNight(before.unrecorded_from, timeZoneOf(before.property, account)),
  });
  for await (const ids of allIds(store, scope)) await forEach(ids, (id) => change(store, scope, id, invalidate));
}

async function change(
  store: PricingStore,
  scope: AccountScope,
  id: number,
  next: (before: CalendarBody) => CalendarBody,
): Promise<void> {
  try {
    const written = await store.calendars.update(scope, { _id: id }, (before) =>
      Promise.resolve({ after: next(before) }),
    );
    store.directory.note(written);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}

async function forEach(ids: readonly number[], work: (id: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < ids.length; at += PARALLEL) await Promise.all(ids.slice(at, at + PARALLEL).map(work));
}

/** The ids of an account's calendars, a page at a time. */
async function* allIds(store: PricingStore, scope: AccountScope): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const found = await store.calendars.find(scope, { _id: { $gt: after } }, { limit: PAGE });
    if (found.length > 0) yield found.map(({ _id }) => _id);
    if (found.length < PAGE) return;
    after = found[found.length - 1]!._id;
  }
}

/** Whether the earlier and present states of a copy look the same on calendars: then no calendar is invalidated. */
export function areAllEqual(states: readonly unknown[]): boolean {
  return states.every((state) => isDeepStrictEqual(state, states[0]));
}
