import type { ServiceClient } from '@keyhaven/service/call-service';
import type { Worker } from '@keyhaven/service/database-service';
import type { Logger } from '@keyhaven/service/logger';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Model } from 'mongoose';
import type { BookingStore } from '../booking-store';
import type { StayDocument } from '../bookings/stay.model';
import { lapseBookings } from './lapse-bookings';

/** Runs the sweep of overdue bookings now and then; replicas may sweep at once. @param everyMs pause between sweeps. */
export function lapseSweep(
  store: BookingStore,
  stays: Model<StayDocument>,
  finance: ServiceClient,
  logger: Logger,
  everyMs: number,
): Worker {
  return repeatedWork({
    work: (isStopping) => lapseBookings(store, stays, finance, logger, isStopping),
    pauseMs: everyMs,
    logger,
    failure: 'overdue bookings stay pending until the next sweep',
  });
}
