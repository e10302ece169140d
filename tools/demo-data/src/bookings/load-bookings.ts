import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import type { DemoPlan, PlannedCharge } from '../demo-plan';
import { GUEST } from '../guests/load-guests';
import { LISTING_SITE } from '../listing-sites/load-listing-sites';
import type { LoadRun } from '../loading/load-run';
import { PROPERTY } from '../properties/load-properties';

export const BOOKING = 'booking';

/** After all that they refer to. Through the operator face: only it takes past times of booking, channels and owners. */
export async function loadBookings({ bookings }: DemoPlan, run: LoadRun): Promise<void> {
  await run.create('booking', bookings, {
    kind: BOOKING,
    face: 'operator',
    route: bookingOperatorContract.createBooking,
    body: ({ property, guest, listingSite, charges, body }) => ({
      ...body,
      property_id: run.idOf(PROPERTY, property),
      guest_id: guest === null ? null : run.idOf(GUEST, guest),
      listing_site_id: listingSite === null ? null : run.idOf(LISTING_SITE, listingSite),
      ...(charges.length > 0 ? { charges: charges.map((charge) => withId(charge, run)) } : {}),
    }),
  });
}

function withId({ madeBy, ...charge }: PlannedCharge, run: LoadRun): object {
  return madeBy ? { ...charge, [`${madeBy.kind}_id`]: run.idOf(madeBy.kind, madeBy.key) } : charge;
}
