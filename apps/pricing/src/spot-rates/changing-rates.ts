import { isDeepStrictEqual } from 'node:util';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { PricingStore } from '../pricing-store';
import { nightAfter } from './apply-to-nights';
import { nightsOfRates } from './find-spot-rates';
import type { SpotRateNight } from './spot-rate-night';
import type { AcceptedRate, CheckedRate } from './spot-rate-request.model';

/** Those of checked rates that change what is set by now, with whether that is more than the amount of a price. */
export async function changingRates(
  store: PricingStore,
  scope: AccountScope,
  rates: readonly CheckedRate[],
): Promise<AcceptedRate[]> {
  const stored = await nightsOfRates(store, scope, rates);
  return rates.flatMap((rate, index) => {
    const [before, after] = [fieldsOf(stored[index]), fieldsOf(nightAfter(stored[index], rate, 0))];
    if (isDeepStrictEqual(before, after)) return [];
    return [{ ...rate, alters_stays: !isDeepStrictEqual(before.forStays, after.forStays) }];
  });
}

/** What counts of a night, and what of it decides which stays can be sold. A currency alone is no price. */
function fieldsOf(night: SpotRateNight | undefined) {
  const { amount_minor = null, currency_code = null } = night ?? {};
  const { min_nights = null, is_arrival_disallowed = null, is_departure_disallowed = null } = night ?? {};
  const priced_in = amount_minor === null ? null : currency_code;
  return { amount_minor, forStays: { priced_in, min_nights, is_arrival_disallowed, is_departure_disallowed } };
}
