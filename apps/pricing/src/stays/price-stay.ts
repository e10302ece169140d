import type { PricedStay, PricedStays, StaysToPrice, StayToPrice } from '@keyhaven/contracts/pricing/internal-contract';
import { accountId } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import { fromMinor } from '@keyhaven/stays/money';
import { nightsOf, type Stay } from '@keyhaven/stays/nights';
import { judgeStay } from './domain/judge-stay';
import { nightSettings } from '../nights/domain/night-settings';
import { priceInForce } from '../nights/domain/price-in-force';
import type { KnownSources } from '../nights/known-sources';
import { loadCalendarSources, type PropertySources } from '../nights/load-calendar-sources';
import type { PricingStore } from '../store/pricing-store';

/**
 * Returns the price of each night of a stay, and the reasons why the stay cannot be sold. The result includes every
 * change whose response was sent before the request arrived. A property of another account is treated like an unknown
 * id.
 */
export async function priceStay(known: KnownSources, stay: StayToPrice): Promise<PricedStay> {
  const scope = { accountId: accountId(stay.user_id) };
  const range = { from: stay.arrival, to: addDays(stay.departure, -1) };
  const loaded = await known.of(scope, stay.property_id, range, new Date(), stay.ignoring_booking_id);
  return priceLoaded(loaded, stay);
}

/**
 * Prices the same dates at several properties, in the order of the given properties. The number of
 * queries does not grow with the number of properties. Nothing is cached.
 */
export async function priceStays(
  store: PricingStore,
  { user_id, property_ids, ...stay }: StaysToPrice,
): Promise<PricedStays> {
  const scope = { accountId: accountId(user_id) };
  const range = { from: stay.arrival, to: addDays(stay.departure, -1) };
  const loaded = await loadCalendarSources(store, scope, property_ids, range, new Date(), { isForStay: true });
  const byId = new Map(loaded.map((property) => [property.propertyId, property]));
  return { stays: property_ids.map((id) => priceLoaded(byId.get(id), stay)) };
}

function priceLoaded(loaded: PropertySources | undefined, stay: Stay): PricedStay {
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
      const price = priceInForce(sources, settings, date);
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
