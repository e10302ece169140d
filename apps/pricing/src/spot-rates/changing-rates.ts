import { isDeepStrictEqual } from 'node:util';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { PricingStore } from '../pricing-store';
import { nightAfter } from './apply-to-nights';
import { nightsOfRates } from './find-spot-rates';
import type { SpotRateNight } from './spot-rate-night';
import type { CheckedRate } from './spot-rate-request.model';

/** Those of checked rates that change what is set by now. */
export async function changingRates(
  store: PricingStore,
  scope: AccountScope,
  rates: readonly CheckedRate[],
): Promise<CheckedRate[]> {
  const stored = await nightsOfRates(store, scope, rates);
  return rates.filter((rate, index) => {
    const before = stored[index];
    return !isDeepStrictEqual(fieldsOf(nightAfter(before, rate, 0)), fieldsOf(before));
  });
}

/** What counts of a night: a currency alone is no price. */
function fieldsOf(night: SpotRateNight | undefined) {
  const { amount_minor = null, currency_code = null } = night ?? {};
  const { min_nights = null, is_arrival_disallowed = null, is_departure_disallowed = null } = night ?? {};
  const price = amount_minor === null ? null : { amount_minor, currency_code };
  return { price, min_nights, is_arrival_disallowed, is_departure_disallowed };
}
