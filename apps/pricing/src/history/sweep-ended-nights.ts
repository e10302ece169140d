import { accountId } from '@keyhaven/persistence/account-scope';
import type { Found } from '@keyhaven/persistence/idle-timer';
import type { Worker } from '@keyhaven/service/worker';
import type { Logger } from '@keyhaven/service/observability/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { PricingStore } from '../store/pricing-store';
import { recordEndedNights } from './record-ended-nights';

/** The pause between two sweeps, in milliseconds. */
const EVERY_MS = 5_000;
/** How many properties, of any account, one query reads. */
const SWEEP_SIZE = 500;

/**
 * The next time at which nights of any property change because a day ends or the cutoff time for same-day arrivals
 * passes.
 */
async function readNextEnd({ calendarModel }: PricingStore): Promise<Date | undefined> {
  const next = await calendarModel
    .findOne({ ends_utc: { $gt: new Date(0) } }, { ends_utc: 1 })
    .sort({ ends_utc: 1 })
    .lean();
  return next?.ends_utc ?? undefined;
}

/**
 * Records the price of each night soon after its day has ended at the property, and publishes the changes when the
 * cutoff time for same-day arrivals has passed. A failure of one account does not delay the others. Several processes
 * may sweep concurrently.
 */
export function sweepEndedNights(store: PricingStore, logger: Logger): Worker {
  const work = async (isStopping: () => boolean): Promise<Found> => {
    const failed: number[] = [];
    for (let isBusy = false; ; isBusy = true) {
      const due = await store.calendarModel
        .find({ ends_utc: { $lte: new Date() }, user_id: { $nin: failed } }, { user_id: 1 })
        .sort({ ends_utc: 1 })
        .limit(SWEEP_SIZE)
        .lean();
      if (due.length === 0) return isBusy ? { isBusy } : { isBusy, nextUtc: await readNextEnd(store) };
      for (const user_id of new Set(due.map((calendar) => calendar.user_id))) {
        if (isStopping()) return { isBusy: true };
        await recordEndedNights(store, { accountId: accountId(user_id) }).catch((error: unknown) => {
          logger.warn(
            { err: error, user_id },
            'recording the ended nights of an account failed; the next sweep tries again',
          );
          failed.push(user_id);
        });
      }
    }
  };
  return repeatedWork({ work, pauseMs: EVERY_MS, firstAfterMs: 0, logger, failure: 'recording ended nights failed' });
}
