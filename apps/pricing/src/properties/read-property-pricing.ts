import type { PropertyPricing } from '@keyhaven/contracts/pricing/property-pricing';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { ofLivingProperty } from '../store/calendar.model';
import type { PricingStore } from '../store/pricing-store';
import { DEFAULT_SETTINGS, presentPropertyPricing } from '../store/property-pricing.model';

/**
 * Returns the pricing settings of a property. If none were stored, returns the defaults, which have no version.
 * @throws ApiError not_found.
 */
export async function getPropertyPricing(
  store: PricingStore,
  scope: AccountScope,
  id: number,
): Promise<{ record: PropertyPricing; version: number | undefined }> {
  const [calendar, written] = await Promise.all([
    store.calendars.findOne(scope, { _id: id, ...ofLivingProperty }),
    store.propertyPricing.findOne(scope, { _id: id }),
  ]);
  if (!calendar) throw new ApiError('not_found', 'a property with this id does not exist');
  return {
    record: presentPropertyPricing(written ?? { ...DEFAULT_SETTINGS, _id: id }),
    version: written?.version,
  };
}
