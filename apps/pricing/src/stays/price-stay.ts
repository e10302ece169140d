import type { PricedStay, StayToPrice } from '@keyhaven/contracts/pricing/internal-contract';
import { accountId } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import { fromMinor } from '@keyhaven/stays/money';
import { nightsOf } from '@keyhaven/stays/nights';
import { judgeStay } from './domain/judge-stay';
import { nightSettings } from '../nights/domain/night-settings';
import { loadInputs } from '../nights/load-calendar-sources';
import type { PricingStore } from '../store/pricing-store';

/**
 * What the nights of a stay cost, and what stands against selling it: read from the rows, not from ready-made pieces.
 * Another account's property is answered as one that does not exist.
 */
export async function priceStay(store: PricingStore, stay: StayToPrice): Promise<PricedStay> {
  const scope = { accountId: accountId(stay.user_id) };
  const range = { from: stay.arrival, to: addDays(stay.departure, -1) };
  const [loaded] = await loadInputs(store, scope, [stay.property_id], range, new Date(), stay.ignoring_booking_id);
  if (!loaded) return { outcome: 'unknown_property' };
  const { inputs, timeZone } = loaded;
  const settings = nightSettings(inputs);
  const judgement = judgeStay(inputs, stay);
  const currency = inputs.property.currencyCode;
  return {
    outcome: 'priced',
    currency_code: currency,
    time_zone: timeZone,
    today: inputs.now.date,
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
