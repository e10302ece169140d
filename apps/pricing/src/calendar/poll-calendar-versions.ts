import type { Worker } from '@keyhaven/service/database-service';
import type { Logger } from '@keyhaven/service/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Connection, Model } from 'mongoose';
import type { CalendarDocument } from '../store/calendar.model';
import { type CalendarDirectory, listedCalendar, listedFields } from '../store/calendar-directory';

/** How long after one look the next one begins. */
const PAUSE_MS = 200;
/** For how long what was learned is good, from the beginning of a look on. */
const TRUSTED_MS = 5000;
/** How far a look goes back behind the one before it: for writes that were under way, and clocks that differ. */
const OVERLAP_MS = 5000;
const QUERY_MS = 4000;

/**
 * Learns which calendars were raised, a few times a second, by one small query whatever the number of properties. Times
 * are the database's own: this process' clock has no part in it.
 */
export function watchVersions(
  connection: Connection,
  model: Model<CalendarDocument>,
  directory: CalendarDirectory,
  logger: Logger,
): Worker {
  let lookedAt: Date | undefined;

  const look = async () => {
    const startedMs = performance.now();
    const { localTime } = (await connection.db!.command({ hello: 1, maxTimeMS: QUERY_MS })) as { localTime: Date };
    if (!lookedAt) directory.clear();
    const since = new Date((lookedAt ?? localTime).getTime() - OVERLAP_MS);
    const raised = await model
      .find({ updated_utc: { $gte: since } }, listedFields)
      .maxTimeMS(QUERY_MS)
      .lean();
    for (const calendar of raised) directory.learn(calendar.user_id, listedCalendar(calendar));
    lookedAt = localTime;
    directory.trustUntil(startedMs + TRUSTED_MS);
  };
  return repeatedWork({ work: look, pauseMs: PAUSE_MS, logger, failure: 'versions of calendars were not learned' });
}
