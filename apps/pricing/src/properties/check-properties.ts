import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { assertKnown, awaitCopy } from '@keyhaven/service/references/record-directory';
import type { CalendarBody } from '../store/calendar.model';
import type { PricingStore } from '../store/pricing-store';

/** Returns the calendars of properties by id. Unknown ids and ids of other accounts are omitted. */
export async function calendarsOf(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<Map<number, CalendarBody>> {
  const found = await store.calendars.find(scope, { _id: { $in: [...propertyIds] } }, { limit: propertyIds.length });
  return new Map(found.map((calendar) => [calendar._id, calendar]));
}

/**
 * Returns the calendars of existing properties. Waits for the calendar of a property that was just created.
 * @throws ApiError unavailable if a calendar does not appear in time.
 */
export async function awaitCalendars(
  store: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<Map<number, CalendarBody>> {
  return awaitCopy(`one of the properties ${propertyIds.slice(0, 10).join(', ')}`, async () => {
    const found = await calendarsOf(store, scope, propertyIds);
    return propertyIds.every((id) => found.has(id)) ? found : undefined;
  });
}

/** @throws ApiError bad_request that lists the ids that are not properties of the account. */
export async function assertProperties(
  { propertyDirectory }: PricingStore,
  scope: AccountScope,
  propertyIds: readonly number[] | null | undefined,
): Promise<void> {
  const named = { field: 'property_ids', noun: 'property', directory: propertyDirectory };
  await assertKnown(scope, [{ ...named, ids: propertyIds ?? [] }]);
}
