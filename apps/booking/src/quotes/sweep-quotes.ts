import { accountId } from '@keyhaven/persistence/account-scope';
import type { Worker } from '@keyhaven/service/database-service';
import type { Logger } from '@keyhaven/service/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { BookingStore } from '../store/booking-store';
import { lapseQuote } from '../holds/lapse-holds';

/** The pause between two sweeps, and the most quotes of all accounts that one sweep ends. */
const EVERY_MS = 1000;
const LOOK_SIZE = 200;

/** The open quotes of all accounts that have expired at an instant. */
export function overQuotes(now: Date) {
  return { 'quote.state': 'open', 'quote.is_deleted': false, 'quote.expires_utc': { $lte: now } } as const;
}

/**
 * Ends quotes that have expired, and their holds. Reads show them as expired before; processes may sweep concurrently.
 */
export function sweepQuotes(store: BookingStore, logger: Logger): Worker {
  const work = async (isStopping: () => boolean) => {
    const due = await store.stayModel
      .find(overQuotes(new Date()), { user_id: 1 })
      .sort({ 'quote.expires_utc': 1 })
      .limit(LOOK_SIZE)
      .lean();
    for (const { _id, user_id } of due) {
      if (isStopping()) return;
      await lapseQuote(store, { accountId: accountId(user_id) }, _id).catch((error: unknown) =>
        logger.warn(
          { err: error, user_id, stay_id: _id },
          'an expired quote was not ended; the next sweep tries again',
        ),
      );
    }
  };
  const failure = 'the sweep of expired quotes failed; the next one tries again';
  return repeatedWork({ work, pauseMs: EVERY_MS, firstAfterMs: 0, logger, failure });
}
