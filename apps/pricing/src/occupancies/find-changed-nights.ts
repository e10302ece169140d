import type { ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { readStored } from '@keyhaven/persistence/stored-reads';
import type { Stay } from '@keyhaven/stays/nights';
import { nightsChangedByRecord, withGaps } from '../calendar/domain/changed-nights';
import { requiredGap } from '../nights/domain/occupied-nights';
import type { PricingStore } from '../store/pricing-store';
import { DEFAULT_SETTINGS } from '../store/property-pricing.model';
import type { Placement } from '../store/occupancy-copy';

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
  const { arrival, departure } = withGaps(placement, requiredGap(limits));
  const { model } = store.occupancies;
  const others = {
    ...{ user_id: scope.accountId, property_id, occupies: true, deleted_utc: { $exists: false } },
    // An expired hold occupies no nights, even before its expiry is published.
    $or: [{ expires_utc: null }, { expires_utc: { $gt: new Date() } }],
  };
  const projection = { arrival: 1, departure: 1 };
  const [previous, next] = await Promise.all([
    readStored<Stay>(
      model,
      { ...others, departure: { $lte: arrival } },
      { projection, sort: { departure: -1 }, limit: 1 },
    ),
    readStored<Stay>(
      model,
      { ...others, departure: { $gt: departure }, arrival: { $gte: departure } },
      { projection, sort: { departure: 1 }, limit: 1 },
    ),
  ]);
  return nightsChangedByRecord(placement, [...previous, ...next], limits);
}
