import type { Worker } from '@keyhaven/service/worker';
import type { Logger } from '@keyhaven/service/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Connection, Model } from 'mongoose';
import type { CalendarDocument } from '../store/calendar.model';
import { type CalendarDirectory, listedCalendar, listedFields } from '../store/calendar-directory';

/** The pause between two polls. */
const PAUSE_MS = 200;
/** How long the directory may answer from memory, from the beginning of a poll. */
const TRUSTED_MS = 5000;
/** How far each poll reaches back before the previous one: for writes in progress, and for clocks that differ. */
const OVERLAP_MS = 5000;
const QUERY_MS = 4000;
/** When no calendar was read for this long, polling pauses; then reads ask the database, until the next poll. */
const IDLE_AFTER_MS = 10_000;

/**
 * Polls the versions of calendars that changed while calendars are read, with one small query whatever the number of
 * properties. It uses the times of the database, never the clock of this process.
 */
export function pollCalendarVersions(
  connection: Connection,
  model: Model<CalendarDocument>,
  directory: CalendarDirectory,
  logger: Logger,
): Worker {
  let polledAt: Date | undefined;

  const poll = async () => {
    if (directory.sinceAskedMs() > IDLE_AFTER_MS) {
      polledAt = undefined;
      return;
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
  };
  return repeatedWork({ work: poll, pauseMs: PAUSE_MS, logger, failure: 'polling the versions of calendars failed' });
}
