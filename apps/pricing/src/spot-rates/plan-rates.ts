import { isDeepStrictEqual } from 'node:util';
import type { SpotRate } from '@keyhaven/contracts/pricing/spot-rate';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { mayLeaveNothing } from '../nights/domain/adjust-rate';
import { adjusterInput } from '../nights/sources-from-documents';
import { ALL_PROPERTIES, forProperties } from '../store/scope-ids';
import type { PricingStore } from '../store/pricing-store';
import { nightAfter } from './apply-to-nights';
import { nightsOfRates, presentSpotRate } from './find-spot-rates';
import type { SpotRateNight } from '../store/spot-rate-night';
import type { AcceptedRate, CheckedRate } from '../store/spot-rate-request.model';

/** More than the rate adjusters that an account may have. */
const NO_LIMIT = 1_000_000;

/** What checked rates change, and the nights as they are after it. */
export interface PlannedRates {
  /** Those that change what is set by now, with whether that may change which stays can be sold. */
  changing: AcceptedRate[];
  nights: SpotRate[];
}

export async function planRates(
  store: PricingStore,
  scope: AccountScope,
  rates: readonly CheckedRate[],
): Promise<PlannedRates> {
  const [stored, mayLosePrice] = await Promise.all([
    nightsOfRates(store, scope, rates),
    pricesThatMayBeLost(store, scope, rates),
  ]);
  const nights = rates.map((rate, index) => nightAfter(stored[index], rate, 0));
  const changing = rates.flatMap((rate, index) => {
    const [before, after] = [fieldsOf(stored[index]), fieldsOf(nights[index])];
    if (isDeepStrictEqual(before, after)) return [];
    const alters_stays =
      !isDeepStrictEqual(before.forStays, after.forStays) ||
      [before, after].some(({ amount_minor }) => amount_minor !== null && mayLosePrice(rate, amount_minor));
    return [{ ...rate, alters_stays }];
  });
  return { changing, nights: nights.map((night, index) => presentSpotRate(rates[index]!.property_id, night)) };
}

/** Whether rate adjusters may leave nothing of a price at a property, so that its night cannot be sold. */
async function pricesThatMayBeLost(
  store: PricingStore,
  scope: AccountScope,
  rates: readonly CheckedRate[],
): Promise<(rate: CheckedRate, amountMinor: number) => boolean> {
  const currencies = new Map(rates.map(({ property_id, currency_code }) => [property_id, currency_code]));
  const adjusters = await store.adjusters.find(scope, forProperties([...currencies.keys()]), { limit: NO_LIMIT });
  const byProperty = new Map(
    [...currencies].map(([id, currency]) => {
      const own = adjusters.filter(({ scope_ids }) => scope_ids.includes(ALL_PROPERTIES) || scope_ids.includes(id));
      return [id, mayLeaveNothing(own.flatMap((adjuster) => adjusterInput(adjuster, currency)))];
    }),
  );
  return ({ property_id }, amountMinor) => byProperty.get(property_id)!(amountMinor);
}

/** What counts of a night, and what of it decides which stays can be sold. A currency alone is no price. */
function fieldsOf(night: SpotRateNight | undefined) {
  const { amount_minor = null, currency_code = null } = night ?? {};
  const { min_nights = null, is_arrival_disallowed = null, is_departure_disallowed = null } = night ?? {};
  const priced_in = amount_minor === null ? null : currency_code;
  return { amount_minor, forStays: { priced_in, min_nights, is_arrival_disallowed, is_departure_disallowed } };
}
