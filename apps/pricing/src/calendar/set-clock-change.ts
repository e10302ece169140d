import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { nextClockChange } from '../nights/domain/next-clock-change';
import type { CalendarBody } from '../store/calendar.model';
import type { PricingStore } from '../store/pricing-store';
import { timeZoneOf } from '../store/property-defaults';
import { DEFAULT_SETTINGS } from '../store/property-pricing.model';

/**
 * Returns the calendar with `ends_utc`, the next time at which its nights change without a write. If the stored time
 * has passed, it is kept until a sweep has published the change. Call this function within an update of the calendar,
 * because the account and the settings must be read after the calendar. If the account or the settings change
 * concurrently, the calendar's revision changes too, so the update fails and is repeated.
 */
export async function setClockChange<
  Calendar extends Pick<CalendarBody, '_id' | 'property' | 'unrecorded_from' | 'ends_utc' | 'is_gone'>,
>(store: PricingStore, scope: AccountScope, calendar: Calendar): Promise<Calendar> {
  if (calendar.is_gone) return { ...calendar, ends_utc: null };
  const now = new Date();
  if (calendar.ends_utc && calendar.ends_utc <= now) return calendar;
  const [account, settings = DEFAULT_SETTINGS] = await Promise.all([
    store.accounts.findOne(scope, { _id: scope.accountId }),
    store.propertyPricing.findOne(scope, { _id: calendar._id }),
  ]);
  const property = { advanceNoticeDays: settings.advance_notice_days, sameDayUntil: settings.same_day_until };
  const timeZone = timeZoneOf(calendar.property, account);
  return { ...calendar, ends_utc: nextClockChange(calendar.unrecorded_from, property, now, timeZone) };
}
