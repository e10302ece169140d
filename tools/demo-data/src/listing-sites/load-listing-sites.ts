import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import type { DemoPlan } from '../demo-plan';
import type { LoadRun } from '../loading/load-run';

export const LISTING_SITE = 'listing_site';

export async function loadListingSites({ listingSites }: DemoPlan, run: LoadRun): Promise<void> {
  await run.create('booking', listingSites, {
    kind: LISTING_SITE,
    face: 'operator',
    route: bookingOperatorContract.createListingSite,
    body: ({ body }) => body,
  });
}
