import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { NightRange } from '../store/calendar.model';
import { withGaps } from '../calendar/domain/changed-nights';
import type { PricingStore } from '../store/pricing-store';
import { DEFAULT_SETTINGS } from '../store/property-pricing.model';
import type { Placement } from '../store/occupancy-copy';

/**
 * The nights that a record may change by coming or going: its own, those of the gaps that it requires, and the vacant
 * ones around these, which may become gaps or sellable. They reach to the records before and behind; without one they
 * are open.
 */
export async function nightsAround(
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
    // A hold that is over takes no nights, whether or not its end was told.
    $or: [{ expires_utc: null }, { expires_utc: { $gt: new Date() } }],
  };
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
