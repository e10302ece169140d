import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import type { DemoPlan } from '../demo-plan';
import { GUEST } from '../guests/load-guests';
import type { LoadRun } from '../loading/load-run';

export const PROPERTY = 'property';

/** After the guests: the id of an owner is that of their contact. */
export async function loadProperties({ properties }: DemoPlan, run: LoadRun): Promise<void> {
  await run.create('booking', properties, {
    kind: PROPERTY,
    face: 'operator',
    route: bookingOperatorContract.createProperty,
    body: ({ owner, body }) => ({ ...body, owner_id: owner === null ? null : run.idOf(GUEST, owner) }),
  });
}
