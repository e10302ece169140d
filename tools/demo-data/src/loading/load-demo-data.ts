import { loadBookings } from '../bookings/load-bookings';
import type { DemoPlan } from '../demo-plan';
import { loadGuests } from '../guests/load-guests';
import { loadListingSites } from '../listing-sites/load-listing-sites';
import { loadProperties } from '../properties/load-properties';
import type { DemoTarget } from './demo-target';
import { AT_ONCE, type LoadProgress, startRun } from './load-run';
import { openPoster } from './post-record';

export type { DemoTarget };

/** What is loaded, in this order: each part refers to those before it. */
const parts = [loadListingSites, loadGuests, loadProperties, loadBookings];

/**
 * Writes the plan into an account, through the contracts of the services. A load that was broken off is run again with
 * the same plan: it makes nothing twice, for as long as the services remember the Idempotency-Keys (at least a day).
 * @param userId the account.
 * @param onProgress is told of each record.
 * @throws DemoDataError naming the first record that could not be made, and the answer.
 */
export async function loadDemoData(
  plan: DemoPlan,
  target: DemoTarget,
  userId: number,
  onProgress: (progress: LoadProgress) => void,
): Promise<void> {
  const posters = { booking: openPoster(target.bookingUrl, AT_ONCE) };
  try {
    const run = startRun(target, userId, posters, onProgress);
    for (const load of parts) await load(plan, run);
  } finally {
    await posters.booking.close();
  }
}
