import { isDeepStrictEqual } from 'node:util';
import type { ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { CalendarBody } from '../store/calendar.model';
import type { PricingStore } from '../store/pricing-store';
import { EVERYTHING } from './domain/changed-nights';
import { noteChange } from './note-change';
import { setClockChange } from './set-clock-change';

/** How many calendars are updated in parallel. */
const PARALLEL = 8;
/** How many calendars one query reads. */
const PAGE = 500;

/**
 * Invalidates calendars: bumps their versions and adds the changed nights to their next events. Call this function
 * after the write that changes nights. A reader reads the version before the nights, so it never caches old nights
 * under the new version. Properties without a calendar are skipped.
 * @param propertyIds null means all properties of the account.
 */
export async function invalidateCalendars(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[] | null,
  ranges: readonly ChangedRange[],
): Promise<void> {
  const invalidatePage = (ids: readonly number[]) =>
    invalidateNights(store, scope, new Map(ids.map((id) => [id, ranges])));
  if (propertyIds) return invalidatePage(propertyIds);
  for await (const ids of allIds(store, scope)) await invalidatePage(ids);
}

/**
 * Like invalidateCalendars, but with different changed nights for each property. While a calendar is being written, its
 * further changes are collected, and the next write contains all of them.
 * @param isOfStays whether only stays have changed.
 */
export async function invalidateNights(
  store: PricingStore,
  scope: AccountScope,
  rangesById: ReadonlyMap<number, readonly ChangedRange[]>,
  isOfStays = false,
): Promise<void> {
  const { accountId } = scope;
  await forEach([...rangesById], ([id, ranges]) =>
    store.invalidations.gather(`${accountId} ${id}`, { ranges, isOfStays }, async (noted) => {
      const all = noted.flatMap((one) => one.ranges);
      const areAllOfStays = noted.every((one) => one.isOfStays);
      await change(store, { accountId }, id, (before) => Promise.resolve(noteChange(before, all, areAllOfStays)));
      return noted.map(() => undefined);
    }),
  );
}

/**
 * Invalidates calendars after a change of settings that decide when nights change without a write, such as the cutoff
 * time for same-day arrivals. Also recomputes `ends_utc`, the time of the next change without a write.
 */
export async function invalidateClocks(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
  ranges: readonly ChangedRange[],
): Promise<void> {
  const invalidate = (before: CalendarBody) => setClockChange(store, scope, noteChange(before, ranges));
  await forEach(propertyIds, (id) => change(store, scope, id, invalidate));
}

/** Invalidates all calendars of an account, after a change of its currency or time zone. */
export async function invalidateForAccount(store: PricingStore, scope: AccountScope): Promise<void> {
  const invalidate = (before: CalendarBody) => setClockChange(store, scope, noteChange(before, EVERYTHING));
  for await (const ids of allIds(store, scope)) await forEach(ids, (id) => change(store, scope, id, invalidate));
}

async function change(
  store: PricingStore,
  scope: AccountScope,
  id: number,
  next: (before: CalendarBody) => Promise<CalendarBody>,
): Promise<void> {
  try {
    const written = await store.calendars.update(scope, { _id: id }, async (before) => ({
      after: await next(before),
    }));
    store.writtenCalendars.note(written);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}

async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += PARALLEL) await Promise.all(items.slice(at, at + PARALLEL).map(work));
}

/** Yields the ids of an account's calendars, one page at a time. */
async function* allIds(store: PricingStore, scope: AccountScope): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const found = await store.calendars.find(scope, { _id: { $gt: after } }, { limit: PAGE });
    if (found.length > 0) yield found.map(({ _id }) => _id);
    if (found.length < PAGE) return;
    after = found[found.length - 1]!._id;
  }
}

/**
 * Whether all states of a copy, before and after an event, are equal. Callers pass only the fields
 * that calendars use, so no calendar has to be invalidated if the states are equal.
 */
export function areAllEqual(states: readonly unknown[]): boolean {
  return states.every((state) => isDeepStrictEqual(state, states[0]));
}
