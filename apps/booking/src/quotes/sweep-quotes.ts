import { accountId } from '@keyhaven/persistence/account-scope';
import type { Found } from '@keyhaven/persistence/idle-timer';
import type { Worker } from '@keyhaven/service/worker';
import type { Logger } from '@keyhaven/service/observability/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { BookingStore } from '../store/booking-store';
import { lapseQuote } from '../holds/lapse-holds';

/** The short pause between two sweeps, in milliseconds. The pauses become long while there is nothing to do. */
const EVERY_MS = 1000;
/** The maximum number of quotes that one sweep ends. */
const BATCH = 200;

/** In all accounts, matches the open quotes that have expired by an instant. */
export function expiredQuotes(now: Date) {
  return { 'quote.state': 'open', 'quote.is_deleted': false, 'quote.expires_utc': { $lte: now } } as const;
}

/** The earliest expiry of the open quotes of all accounts. May be in the past. */
async function readNextExpiry({ stayModel }: BookingStore): Promise<Date | undefined> {
  const next = await stayModel
    .findOne(
      { 'quote.state': 'open', 'quote.is_deleted': false, 'quote.expires_utc': { $gt: new Date(0) } },
      { 'quote.expires_utc': 1 },
    )
    .sort({ 'quote.expires_utc': 1 })
    .lean<{ quote: { expires_utc: Date } }>();
  return next?.quote.expires_utc;
}

/**
 * Ends expired quotes and their holds. Responses show quotes and holds as expired even before a sweep ends them.
 * Several processes may sweep at the same time.
 */
export function sweepQuotes(store: BookingStore, logger: Logger): Worker {
  const work = async (isStopping: () => boolean): Promise<Found> => {
    const nextUtc = await readNextExpiry(store);
    if (!nextUtc || nextUtc > new Date()) return { isBusy: false, nextUtc };
    const due = await store.stayModel
      .find(expiredQuotes(new Date()), { user_id: 1 })
      .sort({ 'quote.expires_utc': 1 })
      .limit(BATCH)
      .lean();
    for (const { _id, user_id } of due) {
      if (isStopping()) break;
      await lapseQuote(store, { accountId: accountId(user_id) }, _id).catch((error: unknown) =>
        logger.warn(
          { err: error, user_id, stay_id: _id },
          'an expired quote was not ended; the next sweep tries again',
        ),
      );
    }
    return { isBusy: true };
  };
  const failure = 'the sweep of expired quotes failed; the next one tries again';
  return repeatedWork({ work, pauseMs: EVERY_MS, firstAfterMs: 0, logger, failure });
}
