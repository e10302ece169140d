import type { PricedStay, StayToPrice } from '@keyhaven/contracts/pricing/internal-contract';
import { accountId } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import { fromMinor } from '@keyhaven/stays/money';
import { nightsOf } from '@keyhaven/stays/nights';
import { judgeStay } from './domain/judge-stay';
import { nightSettings } from '../nights/domain/night-settings';
import { loadCalendarSources } from '../nights/load-calendar-sources';
import type { PricingStore } from '../store/pricing-store';

/**
 * The prices of the nights of a stay, and why it cannot be sold. It reads the database, not cached chunks of the
 * calendar. Another account's property is answered like one that does not exist.
 */
export async function priceStay(store: PricingStore, stay: StayToPrice): Promise<PricedStay> {
  const scope = { accountId: accountId(stay.user_id) };
  const range = { from: stay.arrival, to: addDays(stay.departure, -1) };
  const [loaded] = await loadCalendarSources(
    store,
    scope,
    [stay.property_id],
    range,
    new Date(),
    stay.ignoring_booking_id,
  );
  if (!loaded) return { outcome: 'unknown_property' };
  const { sources, timeZone } = loaded;
  const settings = nightSettings(sources);
  const judgement = judgeStay(sources, stay);
  const currency = sources.property.currencyCode;
  return {
    outcome: 'priced',
    currency_code: currency,
    time_zone: timeZone,
    today: sources.now.date,
    nights: nightsOf(stay).flatMap((date) => {
      const price = settings.priceOf(date);
      if (!price) return [];
      return [
        {
          date,
          rent: fromMinor(price.rentMinor, currency),
          amount: fromMinor(price.amountMinor, currency),
          season_id: price.seasonId,
          is_spot_rate: price.isSpotRate,
        },
      ];
    }),
    unpriced_nights: judgement.unpricedNights,
    taken_nights: judgement.takenNights,
    broken_rules: judgement.brokenRules,
  };
}
