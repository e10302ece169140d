import type { Consumer } from '@keyhaven/events/event-bus';
import { accountId, type AccountScope } from '@keyhaven/persistence/account-scope';
import { type CopyChange, consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import { areAllEqual } from '../calendar/are-all-equal';
import type { NightRange } from '../store/calendar.model';
import { raiseEach } from '../calendar/invalidate-calendars';
import type { PricingStore } from '../store/pricing-store';
import { nightsAround } from './find-changed-nights';
import type { OccupancyCopy, Placement } from '../store/occupancy-copy';
import { readPlacement } from './read-placement';

/**
 * Follows the bookings of all types: who occupies which night. The calendars that a record left and on which it stands
 * are raised after its row was written; a crash in between leaves that to the event's next delivery.
 */
export function consumeOccupancies(store: PricingStore): Consumer[] {
  return consumeCopies({
    group: 'pricing.occupancies',
    topic: 'keyhaven.booking',
    entityType: 'booking',
    copies: store.occupancies,
    read: readPlacement,
    applied: (change) => raiseMoved(store, { accountId: accountId(change.userId) }, change),
  });
}

async function raiseMoved(
  store: PricingStore,
  scope: AccountScope,
  { before, after }: CopyChange<OccupancyCopy>,
): Promise<void> {
  const placements = [...before, after].map((row) => row && placementOf(row));
  if (areAllEqual(placements)) return;
  const byProperty = new Map<number, NightRange[]>();
  for (const placement of placements) {
    if (!placement) continue;
    const ranges = byProperty.get(placement.property_id) ?? [];
    byProperty.set(placement.property_id, [...ranges, await nightsAround(store, scope, placement)]);
  }
  await raiseEach(store, scope, byProperty);
}

function placementOf(row: Placement): Placement {
  const { property_id, arrival, departure, type, source_type, expires_utc, overbooked_nights, occupies } = row;
  return { property_id, arrival, departure, type, source_type, expires_utc, overbooked_nights, occupies };
}
