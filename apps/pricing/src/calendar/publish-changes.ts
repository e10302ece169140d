import { accountId, type AccountScope } from '@keyhaven/persistence/account-scope';
import type { Found } from '@keyhaven/persistence/idle-timer';
import { outsideRepeatable } from '@keyhaven/persistence/repeatable-work';
import type { Decision } from '@keyhaven/persistence/tenant-repository/repository-types';
import type { Logger } from '@keyhaven/service/observability/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Worker } from '@keyhaven/service/worker';
import type { CalendarBody, CalendarDocument } from '../store/calendar.model';
import type { PricingStore } from '../store/pricing-store';

/** The maximum number of calendars in one bulk write. */
const PAGE = 200;
/** The pause between two sweeps, in milliseconds. */
const EVERY_MS = 5_000;
/**
 * How long an event must be overdue before a sweep publishes it, in milliseconds. Until then, only the process that
 * wrote the change publishes it.
 */
const LEASE_MS = 3_000;
/**
 * The shortest pause between two runs of the timer, in milliseconds. So one run publishes all events that are due at
 * about the same time.
 */
const GATHER_MS = 100;
const FAILURE = 'publishing the changes of calendars failed; a sweep tries again';

/**
 * Publishes the pending changes of each calendar as one event, two seconds after the first change. One write,
 * conditional on the document's revision, creates the event and removes the changes from `pending`. The process that
 * wrote the first change publishes the event on time. If that process crashes, a sweep of any process publishes the
 * event.
 */
export function publishChanges(store: PricingStore, logger: Logger): Worker {
  const written = new Map<number, CalendarBody>();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();
  let isStopped = false;

  const schedule = (delayMs: number) => {
    if (timer || isStopped || written.size === 0) return;
    // The job that wrote the calendar does not wait for this timer, so the timer runs outside the job. The timer keeps
    // the context of the write, so that crash tests can also kill the process while it publishes.
    timer = outsideRepeatable(() => setTimeout(() => void (current = publishWritten()), delayMs));
    timer.unref();
  };
  const publishWritten = async (): Promise<void> => {
    const nowMs = Date.now();
    const due = [...written.values()].filter((calendar) => dueMs(calendar) <= nowMs);
    for (const { _id } of due) written.delete(_id);
    await publishDue(store, logger, due);
    timer = undefined;
    schedule(Math.max(GATHER_MS, firstDueMs() - Date.now()));
  };
  const firstDueMs = () => [...written.values()].reduce((ms, calendar) => Math.min(ms, dueMs(calendar)), Infinity);
  store.writtenCalendars.onPending((calendar) => {
    written.set(calendar._id, calendar);
    schedule(dueMs(calendar) - Date.now());
  });

  const sweep = repeatedWork({
    work: (isStopping) => sweepOverdue(store, logger, isStopping),
    ...{ pauseMs: EVERY_MS, firstAfterMs: 0, logger, failure: FAILURE },
  });
  return {
    ...sweep,
    stop: async (withinMs) => {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all([current, sweep.stop(withinMs)]);
    },
  };
}

/** Publishes overdue events, which the processes that wrote the changes have not published. */
async function sweepOverdue(store: PricingStore, logger: Logger, isStopping: () => boolean): Promise<Found> {
  const failed: number[] = [];
  for (let isBusy = false; ; isBusy = true) {
    const pending = await store.calendarModel
      .find({ 'pending.due_utc': { $gt: new Date(0) }, _id: { $nin: failed } }, { user_id: 1, pending: 1 })
      .sort({ 'pending.due_utc': 1 })
      .limit(PAGE)
      .lean<CalendarBody[]>();
    const overdueBefore = Date.now() - LEASE_MS;
    const overdue = pending.filter((calendar) => dueMs(calendar) <= overdueBefore);
    failed.push(...(await publishDue(store, logger, overdue)));
    if (overdue.length === PAGE && !isStopping()) continue;
    const next = pending.find((calendar) => dueMs(calendar) > overdueBefore);
    return {
      isBusy: isBusy || overdue.length > 0,
      ...(next && { nextUtc: new Date(dueMs(next) + LEASE_MS) }),
    };
  }
}

/** When the event of a calendar with pending changes is due, in milliseconds since the epoch. */
function dueMs({ pending }: CalendarBody): number {
  return pending!.due_utc.getTime();
}

/**
 * Publishes the events of calendars that are due. A failure of one calendar does not delay the
 * others.
 * @returns the ids of the calendars that failed. A sweep tries them again.
 */
async function publishDue(store: PricingStore, logger: Logger, due: readonly CalendarBody[]): Promise<number[]> {
  const failed: number[] = [];
  for (const userId of new Set(due.map(({ user_id }) => user_id))) {
    const ids = due.filter(({ user_id }) => user_id === userId).map(({ _id }) => _id);
    for (let at = 0; at < ids.length; at += PAGE) {
      failed.push(...(await publishPage(store, logger, { accountId: accountId(userId) }, ids.slice(at, at + PAGE))));
    }
  }
  return failed;
}

async function publishPage(
  store: PricingStore,
  logger: Logger,
  scope: AccountScope,
  ids: readonly number[],
): Promise<number[]> {
  const failed: number[] = [];
  const user_id = scope.accountId;
  // Update these calendars one by one: those that `updateMany` left out because they were changed
  // concurrently or have a full outbox, and the whole page if `updateMany` failed.
  const unchanged = await store.calendars.updateMany(scope, ids, close).catch((error: unknown) => {
    logger.warn({ err: error, user_id }, 'publishing the changes of some calendars failed; each is tried alone');
    return ids;
  });
  for (const _id of unchanged) {
    try {
      await store.calendars.update(scope, { _id }, (before) => Promise.resolve(close(before)));
    } catch (error) {
      logger.warn({ err: error, user_id, property_id: _id }, FAILURE);
      failed.push(_id);
    }
  }
  return failed;
}

/**
 * Moves the pending changes of a calendar to its event. Returns undefined if the calendar has no
 * pending changes, or if its event is not due yet.
 */
function close({ pending, ...before }: CalendarBody): Decision<CalendarDocument, undefined> | undefined {
  if (!pending || pending.due_utc.getTime() > Date.now()) return undefined;
  const { calendar_version } = before;
  const published = { version: 0, ...before.published, calendar_version, ranges: pending.ranges };
  return { after: { ...before, published } };
}
