import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { endOfNight } from '../nights/domain/end-of-night';
import type { PricingStore } from '../store/pricing-store';
import { timeZoneOf } from '../store/property-defaults';

/**
 * Opens the history of a property from an earlier first night. Nights before the property was known get the prices that
 * are in force when they are recorded.
 */
export async function openHistory(
  store: PricingStore,
  scope: AccountScope,
  propertyId: number,
  from: string,
): Promise<void> {
  const account = await store.accounts.findOne(scope, { _id: scope.accountId });
  try {
    await store.calendars.update(scope, { _id: propertyId }, (before) => {
      if (before.is_gone || from >= before.unrecorded_from || from >= before.known_from)
        return Promise.resolve(undefined);
      const ends_utc = endOfNight(from, timeZoneOf(before.property, account));
      return Promise.resolve({ after: { ...before, unrecorded_from: from, ends_utc } });
    });
  } catch (error) {
    // The property has no calendar any more.
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}
