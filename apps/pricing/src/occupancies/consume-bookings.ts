import { services } from '@keyhaven/contracts/platform/services';
import type { ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import type { Consumer } from '@keyhaven/events/event-bus';
import { accountId, type AccountScope } from '@keyhaven/persistence/account-scope';
import { type CopyChange, consumeCopies } from '@keyhaven/persistence/copies/consume-copies';
import { areAllEqual, invalidateNights } from '../calendar/invalidate-calendars';
import type { OccupancyCopy, Placement } from '../store/occupancy-copy';
import type { PricingStore } from '../store/pricing-store';
import { findChangedNights } from './find-changed-nights';
import { readPlacement } from './read-placement';

/**
 * Consumes booking events, and keeps a copy of each booking of any type, because bookings decide who occupies each
 * night. Then invalidates the calendars on which the booking was or now is. If the process crashes in between, the
 * event is delivered again.
 */
export function consumeBookings(store: PricingStore): Consumer[] {
  return consumeCopies({
    group: 'pricing.occupancies',
    topic: services.booking.topic,
    entityType: 'booking',
    copies: store.occupancies,
    read: readPlacement,
    applied: (change) => invalidateAround(store, { accountId: accountId(change.userId) }, change),
  });
}

async function invalidateAround(
  store: PricingStore,
  scope: AccountScope,
  { before, after }: CopyChange<OccupancyCopy>,
): Promise<void> {
  const placements = [...before, after].map((copy) => copy && placementOf(copy));
  if (areAllEqual(placements)) return;
  const byProperty = new Map<number, ChangedRange[]>();
  for (const placement of placements) {
    if (!placement) continue;
    const ranges = byProperty.get(placement.property_id) ?? [];
    byProperty.set(placement.property_id, [...ranges, await findChangedNights(store, scope, placement)]);
  }
  await invalidateNights(store, scope, byProperty, true);
}

function placementOf(copy: Placement): Placement {
  const { property_id, arrival, departure, type, source_type, expires_utc, overbooked_nights, occupies } = copy;
  return { property_id, arrival, departure, type, source_type, expires_utc, overbooked_nights, occupies };
}
