import { type AccountScope, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { nightsOf } from '@keyhaven/stays/nights';
import { type CalendarBody, ofLivingProperty } from '../store/calendar.model';
import { nightsChangedByDays } from '../calendar/domain/changed-nights';
import { noteChange } from '../calendar/note-change';
import { nextClockChange } from '../nights/domain/next-clock-change';
import { nightSettings } from '../nights/domain/night-settings';
import { type PropertySources, loadCalendarSources } from '../nights/load-calendar-sources';
import { monthOf } from '../store/nights-by-month';
import type { PricingStore } from '../store/pricing-store';
import type { HistoryNight } from '../store/history-night';

/** The maximum number of properties whose nights are recorded in one pass. */
const PAGE = 50;
/**
 * The maximum number of nights that one pass covers, beginning with the earliest unrecorded night of its properties.
 */
const NIGHTS_OF_A_PASS = 366;

/**
 * Records the current prices of nights whose day has ended at their property. A sweep calls this function soon after
 * each midnight, and every write that may change a price calls the function first. So the recorded price is the price
 * that applied when the day ended. A recorded night is never overwritten.
 *
 * The next calendar event also gets the nights that changed because a day ended or because the cutoff time for same-day
 * arrivals passed. No price is recorded at the cutoff time.
 * @param propertyIds undefined means all properties of the account.
 */
export async function recordEndedNights(
  store: PricingStore,
  scope: AccountScope,
  propertyIds?: readonly number[],
): Promise<void> {
  const now = new Date();
  const which = propertyIds ? { _id: { $in: [...propertyIds] } } : {};
  for (;;) {
    const due = await store.calendars.find(
      scope,
      { ...which, ...ofLivingProperty, ends_utc: { $lte: now } },
      { limit: PAGE, orderBy: 'ends_utc' },
    );
    if (due.length === 0) return;
    await recordPage(store, scope, due, now);
  }
}

async function recordPage(
  store: PricingStore,
  scope: AccountScope,
  due: readonly CalendarBody[],
  now: Date,
): Promise<void> {
  const from = earliest(...due.map(({ unrecorded_from }) => unrecorded_from));
  const to = addDays(from, NIGHTS_OF_A_PASS - 1);
  const ids = due.map(({ _id }) => _id);
  const loaded = await loadCalendarSources(store, scope, ids, { from, to }, now);
  const byId = new Map(loaded.map((property) => [property.propertyId, property]));
  for (const calendar of due) {
    const property = byId.get(calendar._id);
    // Skip a property that was just deleted. Also skip a property whose first unrecorded night is after the nights of
    // this pass: a later pass records that night.
    if (!property || calendar.unrecorded_from > to) continue;
    const today = localTimeAt(now, property.timeZone).date;
    // After a change of time zone, the first unrecorded night may be later than today.
    const end = latest(calendar.unrecorded_from, earliest(today, addDays(to, 1)));
    const nights = nightsOf({ arrival: calendar.unrecorded_from, departure: end });
    await storeNights(store, scope, property, nights);
    const written = await store.calendars.update(withoutRequestHeaders(scope), { _id: calendar._id }, (before) => {
      // Skip the write if another process recorded these nights, or if the history, time zone or settings changed.
      const isAsRead =
        before.unrecorded_from === calendar.unrecorded_from && before.calendar_version === calendar.calendar_version;
      if (before.is_gone || !isAsRead) return Promise.resolve(undefined);
      const { property: settings } = property.sources;
      const first = earliest(before.unrecorded_from, dateUntil(calendar.ends_utc!, property.timeZone), today);
      const after = {
        ...noteChange(before, nightsChangedByDays(first, earliest(today, end), settings)),
        unrecorded_from: end,
        ends_utc: nextClockChange(end, settings, now, property.timeZone),
      };
      return Promise.resolve({ after });
    });
    store.writtenCalendars.note(written);
  }
}

const earliest = (...dates: string[]): string => dates.reduce((a, b) => (a < b ? a : b));
const latest = (...dates: string[]): string => dates.reduce((a, b) => (a > b ? a : b));

/** The local date at a property just before an instant. */
function dateUntil(instant: Date, timeZone: string): string {
  return localTimeAt(new Date(instant.getTime() - 1), timeZone).date;
}

async function storeNights(
  store: PricingStore,
  scope: AccountScope,
  { propertyId, sources }: PropertySources,
  nights: readonly string[],
): Promise<void> {
  const settings = nightSettings(sources);
  const priced = nights.map((date): HistoryNight => {
    const price = settings.priceOf(date);
    return {
      date,
      rent_minor: price?.rentMinor ?? null,
      amount_minor: price?.amountMinor ?? null,
      currency_code: sources.property.currencyCode,
      season_id: price?.seasonId ?? null,
      is_spot_rate: price?.isSpotRate ?? false,
    };
  });
  const months = [...new Set(nights.map(monthOf))].map((month) => ({ propertyId, month }));
  await store.history.change(scope, months, ({ month }, present) => {
    const recorded = new Set(present.map(({ date }) => date));
    return [...present, ...priced.filter(({ date }) => monthOf(date) === month && !recorded.has(date))];
  });
}
