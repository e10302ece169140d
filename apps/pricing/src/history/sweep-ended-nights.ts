import { accountId } from '@keyhaven/persistence/account-scope';
import type { Worker } from '@keyhaven/service/database-service';
import type { Logger } from '@keyhaven/service/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { PricingStore } from '../store/pricing-store';
import { recordEndedNights } from './record-ended-nights';

/** How often days that have ended are looked for, and how many properties of all accounts a look takes. */
const EVERY_MS = 5_000;
const LOOK_SIZE = 500;

/** Records the prices of each night when its day has ended at its property. Processes may do it at the same time. */
export function historySweep(store: PricingStore, logger: Logger): Worker {
  const work = async (isStopping: () => boolean) => {
    const due = await store.calendarModel
      .find({ ends_utc: { $lte: new Date() } }, { user_id: 1 })
      .sort({ ends_utc: 1 })
      .limit(LOOK_SIZE)
      .lean();
    for (const userId of new Set(due.map(({ user_id }) => user_id))) {
      if (isStopping()) return;
      await recordEndedNights(store, { accountId: accountId(userId) });
    }
  };
  return repeatedWork({ work, pauseMs: EVERY_MS, firstAfterMs: 0, logger, failure: 'ended nights were not recorded' });
}
