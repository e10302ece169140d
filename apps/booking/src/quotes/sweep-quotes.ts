import { accountId } from '@keyhaven/persistence/account-scope';
import type { Worker } from '@keyhaven/service/database-service';
import type { Logger } from '@keyhaven/service/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { BookingStore } from '../store/booking-store';
import { lapseQuote } from '../holds/lapse-holds';

/** How often quotes that are over are looked for, and how many of all accounts a look takes. */
const EVERY_MS = 1000;
const LOOK_SIZE = 200;

/** The open quotes of all accounts whose time is over at an instant. */
export function overQuotes(now: Date) {
  return { 'quote.state': 'open', 'quote.is_deleted': false, 'quote.expires_utc': { $lte: now } } as const;
}

/** Tells of quotes whose time is over, and of their holds. Reads show it before; processes may sweep at the same time. */
export function quoteSweep(store: BookingStore, logger: Logger): Worker {
  const work = async (isStopping: () => boolean) => {
    const due = await store.stayModel
      .find(overQuotes(new Date()), { user_id: 1 })
      .sort({ 'quote.expires_utc': 1 })
      .limit(LOOK_SIZE)
      .lean();
    for (const { _id, user_id } of due) {
      if (isStopping()) return;
      await lapseQuote(store, { accountId: accountId(user_id) }, _id).catch((error: unknown) =>
        logger.warn({ err: error, user_id, stay_id: _id }, 'a quote was not ended'),
      );
    }
  };
  const failure = 'quotes that are over were not looked for';
  return repeatedWork({ work, pauseMs: EVERY_MS, firstAfterMs: 0, logger, failure });
}
