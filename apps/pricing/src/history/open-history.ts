import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { setClockChange } from '../calendar/set-clock-change';
import type { PricingStore } from '../store/pricing-store';

/**
 * Moves the start of a property's history to an earlier night. Nights before the service received the property get the
 * prices that apply at the time of recording.
 */
export async function openHistory(
  store: PricingStore,
  scope: AccountScope,
  propertyId: number,
  from: string,
): Promise<void> {
  try {
    await store.calendars.update(scope, { _id: propertyId }, async (before) => {
      if (before.is_gone || from >= before.unrecorded_from || from >= before.known_from) return undefined;
      return { after: await setClockChange(store, scope, { ...before, unrecorded_from: from }) };
    });
  } catch (error) {
    // Ignore the error if the calendar of the property no longer exists.
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
  }
}
