import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { NightRange } from '../calendars/calendar.model';
import type { PricingStore } from '../pricing-store';
import type { Placement } from './occupancy.model';

/**
 * The nights that a record may change by coming or going: its own, and the vacant ones around it, which may become gaps
 * or sellable. They reach to the records before and behind it; without one they are open.
 */
export async function nightsAround(
  store: PricingStore,
  scope: AccountScope,
  { property_id, arrival, departure }: Placement,
): Promise<NightRange> {
  const { model } = store.occupancies;
  const others = { user_id: scope.accountId, property_id, occupies: true, deleted_utc: { $exists: false } };
  const [before, behind] = await Promise.all([
    model
      .findOne({ ...others, departure: { $lte: arrival } }, { departure: 1 })
      .sort({ departure: -1 })
      .lean(),
    model
      .findOne({ ...others, departure: { $gt: departure }, arrival: { $gte: departure } }, { arrival: 1 })
      .sort({ departure: 1 })
      .lean(),
  ]);
  return { from: before?.departure ?? null, to: behind?.arrival ?? null };
}
