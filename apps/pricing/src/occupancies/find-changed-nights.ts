import type { ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { nightsChangedByRecord, withGaps } from '../calendar/domain/changed-nights';
import { requiredGap } from '../nights/domain/occupied-nights';
import type { PricingStore } from '../store/pricing-store';
import { DEFAULT_SETTINGS } from '../store/property-pricing.model';
import type { Placement } from '../store/occupancy-copy';
import { readStaysAround } from './read-stays-around';

/** Finds the nights that may change when a booking of any type is added or removed. */
export async function findChangedNights(
  store: PricingStore,
  scope: AccountScope,
  placement: Placement,
): Promise<ChangedRange> {
  const { property_id } = placement;
  const settings = (await store.propertyPricing.findOne(scope, { _id: property_id })) ?? DEFAULT_SETTINGS;
  const limits = {
    requiredGapBefore: settings.required_gap_before,
    requiredGapAfter: settings.required_gap_after,
    minNightsInGap: settings.min_nights_in_gap,
  };
  const others = await readStaysAround(store, scope, property_id, withGaps(placement, requiredGap(limits)));
  return nightsChangedByRecord(placement, others, limits);
}
