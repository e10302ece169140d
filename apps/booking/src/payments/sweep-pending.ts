import type { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import type { DatabaseClock } from '@keyhaven/persistence/database-clock';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';
import type { Worker } from '@keyhaven/service/worker';
import type { Logger } from '@keyhaven/service/observability/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Model } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import type { StayDocument } from '../store/stay.model';
import { recheckPaidBookings } from './recheck-paid-bookings';
import { lapseBookings } from './lapse-bookings';

/**
 * Regularly confirms the pending bookings for which enough is paid, and cancels those whose payment is overdue. Several
 * replicas may do so at the same time.
 * @param everyMs the pause between sweeps, in milliseconds.
 */
export function sweepPending(
  store: BookingStore,
  stays: Model<StayDocument>,
  finance: PeerClient<typeof financeInternalContract>,
  clock: DatabaseClock,
  logger: Logger,
  everyMs: number,
): Worker {
  const [rechecked, lapsed] = [{ afterId: 0 }, { afterId: 0 }];
  return repeatedWork({
    work: async (isStopping) => {
      // Recheck first, because the recheck does not call finance, which may be unavailable.
      try {
        await recheckPaidBookings(store, stays, rechecked, logger, isStopping);
      } finally {
        await lapseBookings(store, stays, finance, clock, lapsed, logger, isStopping);
      }
    },
    pauseMs: everyMs,
    logger,
    failure: 'pending bookings that are paid or overdue stay pending until the next sweep',
  });
}
