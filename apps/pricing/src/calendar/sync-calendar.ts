import { isDeepStrictEqual } from 'node:util';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { endOfNight } from '../nights/domain/end-of-night';
import type { PricingStore } from '../store/pricing-store';
import type { PropertyFacts } from '../store/property-copy';
import { timeZoneOf } from '../store/property-defaults';
import { ALL_NIGHTS } from './invalidate-calendars';

/**
 * Copies what the property's copy says to its calendar, and invalidates the calendar when that is new. Creates the
 * calendar the first time. Without a living copy the calendar is marked as gone, until the property is published again.
 * The copy is read after the calendar, so a process that writes an older copy fails on the calendar's revision.
 */
export async function syncCalendar(store: PricingStore, scope: AccountScope, propertyId: number): Promise<void> {
  const account = await store.accounts.findOne(scope, { _id: scope.accountId });
  const readFacts = async () => {
    const copy = await store.properties.findOne(scope, { _id: propertyId });
    return copy && factsOf(copy);
  };
  if (!(await store.calendars.findOne(scope, { _id: propertyId }))) {
    const facts = await readFacts();
    if (!facts) return;
    if (await createCalendar(store, scope, propertyId, facts, timeZoneOf(facts, account))) return;
  }
  const written = await store.calendars.update(scope, { _id: propertyId }, async (before) => {
    const facts = await readFacts();
    const is_gone = facts === undefined;
    const property = facts ?? before.property;
    if (is_gone === (before.is_gone ?? false) && isDeepStrictEqual(property, before.property)) return undefined;
    const after = {
      ...before,
      property,
      is_gone,
      calendar_version: before.calendar_version + 1,
      changed_nights: [...ALL_NIGHTS],
      ends_utc: is_gone ? null : endOfNight(before.unrecorded_from, timeZoneOf(property, account)),
    };
    return { after };
  });
  store.directory.note(written);
}

/** Returns false when another process has created the calendar. */
async function createCalendar(
  store: PricingStore,
  scope: AccountScope,
  propertyId: number,
  property: PropertyFacts,
  timeZone: string,
): Promise<boolean> {
  const today = localTimeAt(new Date(), timeZone).date;
  const unwritten = {
    _id: propertyId,
    user_id: scope.accountId,
    version: 0,
    calendar_version: 1,
    changed_nights: [...ALL_NIGHTS],
    property,
    is_gone: false,
    known_from: today,
    unrecorded_from: today,
    ends_utc: endOfNight(today, timeZone),
  };
  try {
    const { document } = await store.calendars.create(scope, () => Promise.resolve({ after: unwritten }));
    if (document) store.directory.note(document);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

function factsOf({ is_active, is_snoozed, time_zone, currency_code, accepts_one_adult }: PropertyFacts): PropertyFacts {
  return { is_active, is_snoozed, time_zone, currency_code, accepts_one_adult };
}
