import { accountId } from '@keyhaven/persistence/account-scope';
import type { Found } from '@keyhaven/persistence/idle-timer';
import type { Worker } from '@keyhaven/service/worker';
import type { Logger } from '@keyhaven/service/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { PricingStore } from '../store/pricing-store';
import { recordEndedNights } from './record-ended-nights';

/** The pause between two sweeps. */
const EVERY_MS = 5_000;
/** How many properties of all accounts one sweep covers. */
const SWEEP_SIZE = 500;

/** When the next day ends at any property. */
async function readNextEnd({ calendarModel }: PricingStore): Promise<Date | undefined> {
  const next = await calendarModel
    .findOne({ ends_utc: { $gt: new Date(0) } }, { ends_utc: 1 })
    .sort({ ends_utc: 1 })
    .lean();
  return next?.ends_utc ?? undefined;
}

/**
 * Records the price of each night soon after its day has ended at the property. Several processes may sweep
 * concurrently.
 */
export function sweepEndedNights(store: PricingStore, logger: Logger): Worker {
  const work = async (isStopping: () => boolean): Promise<Found> => {
    const due = await store.calendarModel
      .find({ ends_utc: { $lte: new Date() } }, { user_id: 1 })
      .sort({ ends_utc: 1 })
      .limit(SWEEP_SIZE)
      .lean();
    if (due.length === 0) return { isBusy: false, nextUtc: await readNextEnd(store) };
    for (const userId of new Set(due.map(({ user_id }) => user_id))) {
      if (isStopping()) break;
      await recordEndedNights(store, { accountId: accountId(userId) });
    }
    return { isBusy: true };
  };
  return repeatedWork({ work, pauseMs: EVERY_MS, firstAfterMs: 0, logger, failure: 'recording ended nights failed' });
}
