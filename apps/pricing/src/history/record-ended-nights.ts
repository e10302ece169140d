import { type AccountScope, withoutRequestHeaders } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { nightsOf } from '@keyhaven/stays/nights';
import { type CalendarBody, ofLivingProperty } from '../store/calendar.model';
import { endOfNight } from '../calendar/invalidate-calendars';
import { nightSettings } from '../nights/domain/night-settings';
import { type LoadedProperty, loadInputs } from '../nights/load-calendar-sources';
import { monthOf } from '../store/nights-by-month';
import type { PricingStore } from '../store/pricing-store';
import type { HistoryNight } from '../store/history-night';

/** How many properties are read at once, and the most nights of one that a pass records. */
const PAGE = 50;
const NIGHTS_OF_A_PASS = 366;

/**
 * Records the prices of nights whose day has ended at their property, as they are in force now. Called by a sweep soon
 * after each midnight, and by whatever changes a price before it does: so what is recorded is what was in force when
 * the day ended. A recorded night is never written again. The calendar tells that the day is another one.
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
  const loaded = await loadInputs(store, scope, ids, { from, to }, now);
  const byId = new Map(loaded.map((property) => [property.propertyId, property]));
  for (const calendar of due) {
    const property = byId.get(calendar._id);
    // One whose next night lies behind this pass has its turn when the others have come as far.
    if (!property || calendar.unrecorded_from > to) continue;
    const today = localTimeAt(now, property.timeZone).date;
    const end = [today, addDays(to, 1)].reduce((a, b) => (a < b ? a : b));
    const nights = nightsOf({ arrival: calendar.unrecorded_from, departure: end });
    await storeNights(store, scope, property, nights);
    await store.calendars.update(withoutRequestHeaders(scope), { _id: calendar._id }, (before) => {
      // Somebody else was as far, or the operator opened an earlier day meanwhile.
      if (before.is_gone || before.unrecorded_from !== calendar.unrecorded_from) return Promise.resolve(undefined);
      const after = {
        ...before,
        unrecorded_from: end,
        ends_utc: endOfNight(end, property.timeZone),
        // A new day alters later nights too: by the notice that arrivals need, and at the end of the booking window.
        calendar_version: before.calendar_version + 1,
        changed_nights: [{ from: before.unrecorded_from, to: null }],
      };
      return Promise.resolve({ after, references: undefined });
    });
  }
}

async function storeNights(
  store: PricingStore,
  scope: AccountScope,
  { propertyId, inputs }: LoadedProperty,
  nights: readonly string[],
): Promise<void> {
  const settings = nightSettings(inputs);
  const rows = nights.map((date): HistoryNight => {
    const price = settings.priceOf(date);
    return {
      date,
      rent_minor: price?.rentMinor ?? null,
      amount_minor: price?.amountMinor ?? null,
      currency_code: inputs.property.currencyCode,
      season_id: price?.seasonId ?? null,
      is_spot_rate: price?.isSpotRate ?? false,
    };
  });
  const months = [...new Set(nights.map(monthOf))].map((month) => ({ propertyId, month }));
  await store.history.change(scope, months, ({ month }, present) => {
    const recorded = new Set(present.map(({ date }) => date));
    return [...present, ...rows.filter(({ date }) => monthOf(date) === month && !recorded.has(date))];
  });
}
