import { type AccountScope, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { nightsOf } from '@keyhaven/stays/nights';
import { type CalendarBody, ofLivingProperty } from '../store/calendar.model';
import { endOfNight } from '../nights/domain/end-of-night';
import { nightSettings } from '../nights/domain/night-settings';
import { type PropertySources, loadCalendarSources } from '../nights/load-calendar-sources';
import { monthOf } from '../store/nights-by-month';
import type { PricingStore } from '../store/pricing-store';
import type { HistoryNight } from '../store/history-night';

/** How many properties one pass covers, and how many nights from the earliest of them on. */
const PAGE = 50;
const NIGHTS_OF_A_PASS = 366;

/**
 * Records the prices of nights whose day has ended at their property, as they are in force now. A sweep calls it soon
 * after each midnight, and every write that may change a price calls it first: so the recorded price is the one that was
 * in force when the day ended. A recorded night is never written again. The event of the calendar announces the new day.
 * @param propertyIds undefined: all of the account.
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
  const from = due.map(({ unrecorded_from }) => unrecorded_from).reduce((a, b) => (a < b ? a : b));
  const to = addDays(from, NIGHTS_OF_A_PASS - 1);
  const ids = due.map(({ _id }) => _id);
  const loaded = await loadCalendarSources(store, scope, ids, { from, to }, now);
  const byId = new Map(loaded.map((property) => [property.propertyId, property]));
  for (const calendar of due) {
    const property = byId.get(calendar._id);
    // A property whose next night is after this range is recorded by a later pass, when the others have caught up.
    if (!property || calendar.unrecorded_from > to) continue;
    const today = localTimeAt(now, property.timeZone).date;
    const end = [today, addDays(to, 1)].reduce((a, b) => (a < b ? a : b));
    const nights = nightsOf({ arrival: calendar.unrecorded_from, departure: end });
    await storeNights(store, scope, property, nights);
    await store.calendars.update(withoutRequestHeaders(scope), { _id: calendar._id }, (before) => {
      // Another process recorded these nights, or the operator opened an earlier day meanwhile.
      if (before.is_gone || before.unrecorded_from !== calendar.unrecorded_from) return Promise.resolve(undefined);
      const after = {
        ...before,
        unrecorded_from: end,
        ends_utc: endOfNight(end, property.timeZone),
        // A new day changes later nights too: by the advance notice, and at the end of the booking window.
        calendar_version: before.calendar_version + 1,
        changed_nights: [{ from: before.unrecorded_from, to: null }],
      };
      return Promise.resolve({ after });
    });
  }
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
