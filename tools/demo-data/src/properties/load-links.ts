import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import type { DemoPlan } from '../demo-plan';
import type { LoadRun } from '../loading/load-run';
import { PROPERTY } from './load-properties';

export const LINK = 'link';

/** A house and each of its rooms. Before the bookings: they take the nights of the links from the start. */
export async function loadLinks({ properties }: DemoPlan, run: LoadRun): Promise<void> {
  const rooms = properties.flatMap(({ key, partOf }) => (partOf === null ? [] : [{ key, house: partOf }]));
  await run.create('booking', rooms, {
    kind: LINK,
    face: 'operator',
    route: bookingOperatorContract.createLink,
    body: ({ key, house }) => ({ property_ids: [run.idOf(PROPERTY, house), run.idOf(PROPERTY, key)] }),
  });
}
