import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { NightRange } from '../store/calendar.model';
import { withGaps } from '../calendar/domain/changed-nights';
import type { PricingStore } from '../store/pricing-store';
import { DEFAULT_SETTINGS } from '../store/property-pricing.model';
import type { Placement } from '../store/occupancy-copy';

/**
 * The nights that may change when a record is added or removed: its own, those of its required gaps, and the vacant ones
 * around them, which may become gaps or sellable. They reach from the record before to the record after; the range is
 * open where there is none.
 */
export async function findChangedNights(
  store: PricingStore,
  scope: AccountScope,
  placement: Placement,
): Promise<NightRange> {
  const { property_id } = placement;
  const settings = (await store.propertyPricing.findOne(scope, { _id: property_id })) ?? DEFAULT_SETTINGS;
  const { arrival, departure } = withGaps(
    placement,
    Math.max(settings.required_gap_before, settings.required_gap_after),
  );
  const { model } = store.occupancies;
  const others = {
    ...{ user_id: scope.accountId, property_id, occupies: true, deleted_utc: { $exists: false } },
    // A hold that has expired takes no nights, even before its end is published.
    $or: [{ expires_utc: null }, { expires_utc: { $gt: new Date() } }],
  };
  const [previous, next] = await Promise.all([
    model
      .findOne({ ...others, departure: { $lte: arrival } }, { departure: 1 })
      .sort({ departure: -1 })
      .lean(),
    model
      .findOne({ ...others, departure: { $gt: departure }, arrival: { $gte: departure } }, { arrival: 1 })
      .sort({ departure: 1 })
      .lean(),
  ]);
  return { from: previous?.departure ?? null, to: next?.arrival ?? null };
}
