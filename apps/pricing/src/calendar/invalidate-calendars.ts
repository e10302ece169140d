import { ApiError } from '@keyhaven/contracts/shared/errors';
import { accountId, type AccountScope } from '@keyhaven/persistence/account-scope';
import type { Relay } from '@keyhaven/persistence/outbox/relay';
import { instantOfLocalTime } from '@keyhaven/stays/local-time';
import { addDays } from '@keyhaven/stays/calendar-date';
import { z } from 'zod';
import type { PricingStore } from '../store/pricing-store';
import type { CalendarBody, NightRange } from '../store/calendar.model';
import { timeZoneOf } from '../store/property-defaults';

/** All nights. */
export const ALL_NIGHTS: readonly NightRange[] = [{ from: null, to: null }];

/** How many calendars are raised at a time, and read at once. */
const PARALLEL = 8;
const PAGE = 500;

/** The step that raises calendars after a row that concerns them was written. */
export const RAISE_CALENDARS = 'raise_calendars';

/** What the step is asked for. A null list means all properties of the account. */
export function raiseRequest(propertyIds: readonly number[] | null, changedNights = ALL_NIGHTS) {
  return { name: RAISE_CALENDARS, args: { property_ids: propertyIds, changed_nights: changedNights } };
}

/**
 * Raises the versions of calendars: called after the rows were written that they are made from, so that whoever reads a
 * version and then the rows never keeps old nights under a new version. Properties that are not known yet are left out:
 * their calendars begin when they are.
 * @param propertyIds null: all of the account.
 */
export async function raiseCalendars(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[] | null,
  changedNights: readonly NightRange[] = ALL_NIGHTS,
): Promise<void> {
  if (propertyIds) return raisePage(store, scope, propertyIds, changedNights);
  for await (const ids of allIds(store, scope)) await raisePage(store, scope, ids, changedNights);
}

function raisePage(
  store: PricingStore,
  scope: AccountScope,
  ids: readonly number[],
  changedNights: readonly NightRange[],
): Promise<void> {
  return raiseEach(store, scope, new Map(ids.map((id) => [id, changedNights])));
}

/** Raises the versions of calendars as raiseCalendars does, several at a time. @param nightsById what to tell of each. */
export async function raiseEach(
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

/** Raises all calendars of an account whose currency or time zone may be another one by now. */
export async function raiseForAccount(store: PricingStore, scope: AccountScope): Promise<void> {
  const account = await store.accounts.findOne(scope, { _id: scope.accountId });
  const raise = (before: CalendarBody) => ({
    ...before,
    calendar_version: before.calendar_version + 1,
    changed_nights: [...ALL_NIGHTS],
    ends_utc: before.is_gone ? null : endOfNight(before.unrecorded_from, timeZoneOf(before.property, account)),
  });
  for await (const ids of allIds(store, scope)) await forEach(ids, (id) => change(store, scope, id, raise));
}

async function change(
  store: PricingStore,
  scope: AccountScope,
  id: number,
  next: (before: CalendarBody) => CalendarBody,
): Promise<void> {
  try {
    const raised = await store.calendars.update(scope, { _id: id }, (before) =>
      Promise.resolve({ after: next(before), references: undefined }),
    );
    store.directory.note(raised);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}

async function forEach(ids: readonly number[], work: (id: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < ids.length; at += PARALLEL) await Promise.all(ids.slice(at, at + PARALLEL).map(work));
}

/** When the day of a night ends at a place. */
export function endOfNight(night: string, timeZone: string): Date {
  return instantOfLocalTime({ date: addDays(night, 1), time: '00:00' }, timeZone);
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

const raiseArgs = z.object({
  property_ids: z.array(z.number()).nullable(),
  changed_nights: z.array(z.object({ from: z.string().nullable(), to: z.string().nullable() })),
});

/** Lets a write ask for calendars to be raised after it: before its answer, or after a crash by any process. */
export function defineRaiseJob(relay: Relay, store: PricingStore): void {
  relay.defineJob(RAISE_CALENDARS, async (args, { userId }) => {
    const { property_ids, changed_nights } = raiseArgs.parse(args);
    await raiseCalendars(store, { accountId: accountId(userId) }, property_ids, changed_nights);
  });
}
