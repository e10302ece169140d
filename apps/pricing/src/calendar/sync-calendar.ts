import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { isDuplicateKey } from '@keyhaven/persistence/duplicate-key';
import { localTimeAt } from '@keyhaven/stays/local-time';
import type { PricingStore } from '../store/pricing-store';
import type { PropertyFacts } from '../store/property-copy';
import { timeZoneOf } from '../store/property-defaults';
import type { CalendarBody } from '../store/calendar.model';
import { allNights, EVERYTHING } from './domain/changed-nights';
import { invalidateClocks } from './invalidate-calendars';
import { COLLECT_MS, noteChange } from './note-change';
import { setClockChange } from './set-clock-change';

/**
 * Updates a calendar with the current fields of its property, and invalidates the calendar if a field changed. Creates
 * the calendar if it does not exist. While the property is deleted, `is_gone` is set. The property is read after the
 * calendar. So if a process has read outdated fields, its write fails, because the calendar's revision has changed.
 */
export async function syncCalendar(store: PricingStore, scope: AccountScope, propertyId: number): Promise<void> {
  const readFacts = async () => {
    const copy = await store.properties.findOne(scope, { _id: propertyId });
    return copy && factsOf(copy);
  };
  if (!(await store.calendars.findOne(scope, { _id: propertyId }))) {
    const facts = await readFacts();
    if (!facts) return;
    if (await createCalendar(store, scope, propertyId, facts)) return;
  }
  const written = await store.calendars.update(scope, { _id: propertyId }, async (before) => {
    const facts = await readFacts();
    const is_gone = facts === undefined;
    const property = facts ?? before.property;
    if (is_gone === (before.is_gone ?? false) && isDeepStrictEqual(property, before.property)) return undefined;
    const noted = noteChange({ ...before, is_gone: false }, changedBy(before, property, is_gone));
    return { after: await setClockChange(store, scope, { ...noted, property, is_gone }) };
  });
  store.writtenCalendars.note(written);
}

/**
 * The nights that may change because the property has changed, and the categories of their changes.
 */
function changedBy(before: CalendarBody, after: PropertyFacts, isGone: boolean): readonly ChangedRange[] {
  if (isGone !== (before.is_gone ?? false) || after.time_zone !== before.property.time_zone) return EVERYTHING;
  if (after.currency_code !== before.property.currency_code) return allNights('availability', 'rates');
  return allNights('availability');
}

/** Creates the calendar of a property. Returns false if another process has created it. */
async function createCalendar(
  store: PricingStore,
  scope: AccountScope,
  propertyId: number,
  property: PropertyFacts,
): Promise<boolean> {
  const readZone = async () => timeZoneOf(property, await store.accounts.findOne(scope, { _id: scope.accountId }));
  const timeZone = await readZone();
  const today = localTimeAt(new Date(), timeZone).date;
  const unwritten = await setClockChange(store, scope, {
    _id: propertyId,
    user_id: scope.accountId,
    version: 0,
    calendar_version: 1,
    terms: { id: randomUUID(), at: 1 },
    pending: { ranges: [...EVERYTHING], due_utc: new Date(Date.now() + COLLECT_MS) },
    property,
    is_gone: false,
    known_from: today,
    unrecorded_from: today,
    ends_utc: null,
  });
  try {
    const { document } = await store.calendars.create(scope, () => Promise.resolve({ after: unwritten }));
    if (document) store.writtenCalendars.note(document);
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
  // If the time zone of the account changed after it was read, the consumer of account events did not find this
  // calendar. So invalidate the calendar here.
  if ((await readZone()) !== timeZone) await invalidateClocks(store, scope, [propertyId], EVERYTHING);
  return true;
}

function factsOf({ is_active, is_snoozed, time_zone, currency_code, accepts_one_adult }: PropertyFacts): PropertyFacts {
  return { is_active, is_snoozed, time_zone, currency_code, accepts_one_adult };
}
