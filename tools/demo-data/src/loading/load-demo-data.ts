import { loadBookings } from '../bookings/load-bookings';
import type { DemoPlan } from '../demo-plan';
import { loadFees } from '../fees/load-fees';
import { loadMoney } from '../finance/load-money';
import { loadGuests } from '../guests/load-guests';
import { loadListingSites } from '../listing-sites/load-listing-sites';
import { loadMessages } from '../messages/load-messages';
import { loadPricing } from '../pricing/load-pricing';
import { loadLinks } from '../properties/load-links';
import { loadProperties } from '../properties/load-properties';
import { type DemoTarget, urlOf } from './demo-target';
import { AT_ONCE, type LoadProgress, startRun } from './load-run';
import { loadQuotes } from '../quotes/load-quotes';
import { openPoster, type RecordPoster } from './post-record';

export type { DemoTarget };

/** What is loaded, in this order: each part refers to those before it. */
const parts = [
  loadListingSites,
  loadGuests,
  loadProperties,
  loadLinks,
  loadPricing,
  loadFees,
  loadBookings,
  loadQuotes,
  loadMessages,
  loadMoney,
];

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
  const posters = new Map<string, RecordPoster>();
  const posterOf = (service: string) => {
    const poster = posters.get(service) ?? openPoster(urlOf(target, service), AT_ONCE);
    posters.set(service, poster);
    return poster;
  };
  try {
    const run = startRun(target, userId, posterOf, onProgress);
    for (const load of parts) await load(plan, run);
  } finally {
    await Promise.all([...posters.values()].map((poster) => poster.close()));
  }
}
