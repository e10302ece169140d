import type { Found } from '@keyhaven/persistence/idle-timer';
import type { Worker } from '@keyhaven/service/worker';
import type { Logger } from '@keyhaven/service/observability/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Connection, Model } from 'mongoose';
import type { CalendarDocument } from '../store/calendar.model';
import { type CalendarDirectory, listedCalendar, listedFields } from '../store/calendar-directory';

/** The pause between two polls, in milliseconds. */
const PAUSE_MS = 200;
/** For how long after the beginning of a poll CalendarDirectory may answer from memory, in milliseconds. */
const TRUSTED_MS = 5000;
/**
 * How far each poll reaches back before the previous poll, in milliseconds. This covers writes that were in progress,
 * and clocks of database nodes that differ.
 */
const OVERLAP_MS = 5000;
const QUERY_MS = 4000;

/**
 * While clients read calendars, polls for calendars with new versions. A read ends a long pause of the poll. One small
 * query covers all properties. The query compares only times of the database, so the clock of this process does not
 * matter.
 */
export function pollCalendarVersions(
  connection: Connection,
  model: Model<CalendarDocument>,
  directory: CalendarDirectory,
  logger: Logger,
): Worker {
  let polledAt: Date | undefined;

  const poll = async (): Promise<Found> => {
    if (!directory.isAsked()) {
      polledAt = undefined;
      return { isBusy: false };
    }
    const startedMs = performance.now();
    const { localTime } = (await connection.db!.command({ hello: 1, maxTimeMS: QUERY_MS })) as { localTime: Date };
    if (!polledAt) directory.clear();
    const since = new Date((polledAt ?? localTime).getTime() - OVERLAP_MS);
    const changed = await model
      .find({ updated_utc: { $gte: since } }, listedFields)
      .maxTimeMS(QUERY_MS)
      .lean();
    for (const calendar of changed) directory.learn(calendar.user_id, listedCalendar(calendar));
    polledAt = localTime;
    directory.trustUntil(startedMs + TRUSTED_MS);
    return { isBusy: true };
  };
  const failure = 'polling the versions of calendars failed';
  const worker = repeatedWork({ work: poll, pauseMs: PAUSE_MS, logger, failure });
  directory.onAsked(() => worker.wake?.());
  return worker;
}
