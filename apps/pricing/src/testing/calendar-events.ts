import { calendarChange, type ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import type { ChangeEvent } from '@keyhaven/events/change-event';
import { until } from '@keyhaven/testing/until';
import type { CalendarDocument } from '../store/calendar.model';
import type { PricingUnderTest, TestAccount } from './pricing-under-test';

/**
 * Waits until all changes of a property's calendar are published, and returns its events. Checks each event against the
 * contract.
 */
export async function calendarEvents(
  service: PricingUnderTest,
  userId: number,
  propertyId: number,
): Promise<ChangeEvent[]> {
  const calendars = service.connection.collection<CalendarDocument>('calendars');
  const { version } = await until(async () => {
    const calendar = await calendars.findOne({ _id: propertyId });
    return calendar && !calendar.pending ? calendar.published : undefined;
  });
  return until(async () => {
    const all = await service.eventsOf(userId, 'calendar', 1);
    const own = all.filter(({ entity_id }) => entity_id === propertyId);
    for (const { entity } of own) calendarChange.strict().parse(entity);
    return own.length >= version ? own : undefined;
  });
}

/** Makes a change, and returns the ranges of the calendar events that it causes. */
export async function rangesOf(
  service: PricingUnderTest,
  userId: number,
  propertyId: number,
  change: () => Promise<unknown>,
): Promise<ChangedRange[][]> {
  const before = (await calendarEvents(service, userId, propertyId)).length;
  await change();
  const events = await calendarEvents(service, userId, propertyId);
  return events.slice(before).map(({ entity }) => entity.ranges as ChangedRange[]);
}

/** Returns the categories in which ranges contain a night. */
export function categoriesOf(ranges: readonly ChangedRange[], night: string): readonly string[] {
  return ranges.find(({ from, to }) => from <= night && night <= to)?.categories ?? [];
}

export interface PricedProperty {
  account: TestAccount;
  property: number;
}

/** Creates an account in the time zone Europe/Rome with a property that costs 100 EUR every night. */
export async function aPricedProperty(service: PricingUnderTest): Promise<PricedProperty> {
  const account = await service.anAccount({ time_zone: 'Europe/Rome' });
  const property = await account.property();
  await account.operator.patch(`/properties/${property}/pricing`, { default_rate: { amount: 100 } });
  return { account, property };
}
