import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { CalendarBody } from '../calendars/calendar.model';
import type { PricingStore } from '../pricing-store';

/** The calendars of properties, by id. Another account's id is not there, as one that does not exist. */
export async function calendarsOf(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<Map<number, CalendarBody>> {
  const found = await store.calendars.find(scope, { _id: { $in: [...propertyIds] } }, { limit: propertyIds.length });
  return new Map(found.map((calendar) => [calendar._id, calendar]));
}

/** The most unknown ids that one message names. */
const MAX_NAMED = 10;

/** @throws ApiError bad_request that names the ids which are not properties of the account. */
export async function assertProperties(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[] | null | undefined,
): Promise<void> {
  if (!propertyIds) return;
  const known = await calendarsOf(store, scope, propertyIds);
  const unknown = propertyIds.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const named = unknown.slice(0, MAX_NAMED).join(', ') + (unknown.length > MAX_NAMED ? ', …' : '');
  throw new ApiError('bad_request', `property_ids: ${named} were not found or are not available`);
}
