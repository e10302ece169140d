import type { SpotRateInput, SpotRatesPatch } from '@keyhaven/contracts/pricing/spot-rate';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { toMinor } from '@keyhaven/stays/money';
import { currencyOf } from '../calendars/property-place';
import { amountFault } from '../nights/money-rate';
import { calendarsOf } from '../periods/check-properties';
import type { PricingStore } from '../pricing-store';
import type { CheckedRate } from './spot-rate-request.model';

/** The most faults that one answer names. */
const MAX_NAMED = 50;

/**
 * Checks rates against the account's properties and against each other.
 * @throws ApiError bad_request that names every bad rate, the first 50 in words.
 */
export async function checkRates(
  store: PricingStore,
  scope: AccountScope,
  { rates, isBare }: SpotRatesPatch,
): Promise<CheckedRate[]> {
  const ids = [...new Set(rates.map(({ property_id }) => property_id))];
  const [calendars, account] = await Promise.all([
    calendarsOf(store, scope, ids),
    store.accounts.findOne(scope, { _id: scope.accountId }),
  ]);
  const currencies = new Map([...calendars].map(([id, { property }]) => [id, currencyOf(property, account)] as const));
  const firstPlace = new Map<string, number>();
  const faults = rates.flatMap((rate, index) => {
    const place = isBare ? String(index) : `rates.${index}`;
    const night = `${rate.property_id}/${rate.date}`;
    const earlier = firstPlace.get(night);
    firstPlace.set(night, earlier ?? index);
    return rateFaults(rate, place, currencies, earlier);
  });
  if (faults.length > MAX_NAMED) faults.splice(MAX_NAMED, Infinity, `and ${faults.length - MAX_NAMED} more`);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
  return rates.map(checkedRate);
}

function rateFaults(
  rate: SpotRateInput,
  place: string,
  currencies: ReadonlyMap<number, string | undefined>,
  earlier: number | undefined,
): string[] {
  const { property_id, date, currency, amount } = rate;
  if (!currencies.has(property_id)) {
    return [`${place}.property_id: the property id ${property_id} was not found or is not available`];
  }
  const faults: (string | undefined)[] = [];
  if (earlier !== undefined) {
    faults.push(`${place}.date: ${date} of property ${property_id} stands at ${earlier} already; expected it once`);
  }
  const configured = currencies.get(property_id);
  if (configured === undefined) {
    throw new ApiError('unavailable', 'the account is not known to the pricing service yet', { 'Retry-After': '1' });
  }
  if (currency !== configured) {
    faults.push(
      `${place}.currency: ${currency} is not accepted; the currency of property ${property_id} is ${configured}`,
    );
  } else if (amount != null) faults.push(amountFault(`${place}.amount`, amount, currency));
  return faults.filter((fault) => fault !== undefined);
}

function checkedRate({ property_id, date, currency, amount, ...rules }: SpotRateInput): CheckedRate {
  const amount_minor = amount == null ? amount : toMinor(amount, currency);
  const fields = { amount_minor, ...rules };
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { property_id, date, currency_code: currency, ...Object.fromEntries(sent) };
}
