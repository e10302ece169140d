import type { financeInternalContract } from '@keyhaven/contracts/finance/internal-contract';
import type { PeerClient } from '@keyhaven/service/peers/peer-client';

import type { Worker } from '@keyhaven/service/database-service';
import type { Logger } from '@keyhaven/service/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Model } from 'mongoose';
import type { BookingStore } from '../store/booking-store';
import type { StayDocument } from '../store/stay.model';
import { confirmPaidBookings } from './confirm-paid-bookings';
import { lapseBookings } from './lapse-bookings';

/**
 * Confirms the pending bookings that are paid by now, and cancels those that are overdue, now and then; replicas may
 * sweep at once. @param everyMs pause between sweeps.
 */
export function pendingSweep(
  store: BookingStore,
  stays: Model<StayDocument>,
  finance: PeerClient<typeof financeInternalContract>,
  logger: Logger,
  everyMs: number,
): Worker {
  return repeatedWork({
    work: async (isStopping) => {
      // First, because it asks nobody: what is paid becomes active while finance cannot be reached, too.
      await confirmPaidBookings(store, stays, logger, isStopping);
      await lapseBookings(store, stays, finance, logger, isStopping);
    },
    pauseMs: everyMs,
    logger,
    failure: 'pending bookings that are paid or overdue stay pending until the next sweep',
  });
}
