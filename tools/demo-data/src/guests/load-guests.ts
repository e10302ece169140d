import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import type { DemoPlan } from '../demo-plan';
import type { LoadRun } from '../loading/load-run';

export const GUEST = 'guest';

/** Guests, and the contacts of owners. */
export async function loadGuests({ guests }: DemoPlan, run: LoadRun): Promise<void> {
  await run.create('booking', guests, {
    kind: GUEST,
    face: 'public',
    route: bookingPublicContract.createGuest,
    body: ({ body }) => body,
  });
}
