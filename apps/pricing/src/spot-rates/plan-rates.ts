import { isDeepStrictEqual } from 'node:util';
import type { SpotRate } from '@keyhaven/contracts/pricing/spot-rate';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { mayReduceToZero } from '../nights/domain/adjust-rate';
import { toRateAdjusters } from '../nights/sources-from-documents';
import { ALL_PROPERTIES, forProperties } from '../store/scope-ids';
import type { PricingStore } from '../store/pricing-store';
import { applyToNights, nightAfter } from './apply-to-nights';
import { loadSpotRateNights } from './find-spot-rates';
import { presentSpotRate, type SpotRateNight } from '../store/spot-rate-night';
import type { AcceptedRate, CheckedRate, SpotRateRequestBody } from '../store/spot-rate-request.model';

/** The query must return all adjusters. The limit is above the number of rate adjusters that an account may have. */
const NO_LIMIT = 1_000_000;

/** The changes that a request makes. */
export interface PlannedRates {
  /**
   * The rates that differ from the stored ones. Each rate says whether it may change which stays
   * can be sold.
   */
  changing: AcceptedRate[];
  nights: SpotRate[];
}

/**
 * Compares rates with the stored nights.
 * @param unapplied a request that was accepted but not applied yet. If it is given, the rates are
 * compared with the nights as they will be after that request is applied. The caller must read it
 * before this function reads the nights.
 */
export async function planRates(
  store: PricingStore,
  scope: AccountScope,
  rates: readonly CheckedRate[],
  unapplied?: SpotRateRequestBody,
): Promise<PlannedRates> {
  const [found, mayLosePrice] = await Promise.all([
    loadSpotRateNights(store, scope, rates),
    pricesThatMayBeLost(store, scope, rates),
  ]);
  const stored = unapplied ? afterRequest(unapplied, rates, found) : found;
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

/**
 * Returns, for each rate, the night that will be stored after the accepted `request` is applied.
 * Undefined if the night will have no spot rate.
 */
function afterRequest(
  request: SpotRateRequestBody,
  rates: readonly CheckedRate[],
  stored: readonly (SpotRateNight | undefined)[],
): (SpotRateNight | undefined)[] {
  const keyOf = ({ property_id, date }: CheckedRate) => `${property_id}/${date}`;
  const accepted = new Map(request.rates.map((rate) => [keyOf(rate), rate]));
  return rates.map((rate, index) => {
    const [night, earlier] = [stored[index], accepted.get(keyOf(rate))];
    return earlier ? applyToNights(night ? [night] : [], [earlier], request.number)[0] : night;
  });
}

/**
 * Returns a function that checks whether rate adjusters may reduce a price to 0. A night with the
 * price 0 cannot be sold.
 */
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
      return [id, mayReduceToZero(own.flatMap((adjuster) => toRateAdjusters(adjuster, currency)))];
    }),
  );
  return ({ property_id }, amountMinor) => byProperty.get(property_id)!(amountMinor);
}

/**
 * The price of a night, and the fields that affect which stays can be sold. A currency without an amount is ignored.
 */
function fieldsOf(night: SpotRateNight | undefined) {
  const { amount_minor = null, currency_code = null } = night ?? {};
  const { min_nights = null, is_arrival_disallowed = null, is_departure_disallowed = null } = night ?? {};
  const priced_in = amount_minor === null ? null : currency_code;
  return { amount_minor, forStays: { priced_in, min_nights, is_arrival_disallowed, is_departure_disallowed } };
}
