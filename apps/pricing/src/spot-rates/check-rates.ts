import type { SpotRateInput, SpotRatesPatch } from '@keyhaven/contracts/pricing/spot-rate';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { describeIssue } from '@keyhaven/service/http/validation-messages';
import { decimalsFault, toMinor } from '@keyhaven/stays/money';
import { currencyOf } from '../store/property-defaults';
import { awaitCalendars, calendarsOf } from '../properties/check-properties';
import type { PricingStore } from '../store/pricing-store';
import { nameFaults, type RateFault } from './domain/name-faults';
import type { CheckedRate } from '../store/spot-rate-request.model';

/**
 * Validates rates against the account's properties and against each other. Also reports the rates that do not match the
 * contract, so that one response lists all faults.
 * @throws ApiError bad_request that lists the bad rates; unavailable if the first event of the account or of a property
 * has not arrived yet, or if the booking service does not answer for an unknown property.
 */
export async function checkRates(
  store: PricingStore,
  scope: AccountScope,
  { rates, faults: invalid, sent, isBare }: SpotRatesPatch,
): Promise<CheckedRate[]> {
  const ids = [...new Set(rates.map(({ rate }) => rate.property_id))];
  const [calendars, account] = await Promise.all([
    calendarsOfExisting(store, scope, ids),
    store.accounts.findOne(scope, { _id: scope.accountId }),
  ]);
  const currencies = new Map<number, string | undefined>();
  for (const [id, { property, is_gone }] of calendars) if (!is_gone) currencies.set(id, currencyOf(property, account));
  const firstIndex = new Map<string, number>();
  const faults: RateFault[] = invalid.map(({ index, ...issue }) => ({
    index,
    message: describeIssue('body', issue, sent),
  }));
  for (const { index, rate } of rates) {
    const place = isBare ? String(index) : `rates.${index}`;
    const night = `${rate.property_id}/${rate.date}`;
    const earlier = firstIndex.get(night);
    firstIndex.set(night, earlier ?? index);
    for (const message of rateFaults(rate, place, currencies, earlier)) faults.push({ index, message });
  }
  if (faults.length > 0) throw new ApiError('bad_request', nameFaults(faults));
  return rates.map(({ rate }) => checkedRate(rate));
}

/**
 * Returns the calendars of the properties that exist, also of properties that were just created.
 * @throws ApiError unavailable if the first event of a new property does not arrive in time, or if the booking service
 * does not answer.
 */
async function calendarsOfExisting(store: PricingStore, scope: AccountScope, ids: readonly number[]) {
  const known = await calendarsOf(store, scope, ids);
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  const unknown = new Set(await store.propertyDirectory(scope, missing));
  const late = missing.filter((id) => !unknown.has(id));
  return late.length === 0 ? known : new Map([...known, ...(await awaitCalendars(store, scope, late))]);
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
  const faults: string[] = [];
  if (earlier !== undefined) {
    faults.push(`${place}.date: ${date} of property ${property_id} is already in rate ${earlier}; expected it once`);
  }
  const configured = currencies.get(property_id);
  if (configured === undefined) {
    throw new ApiError('unavailable', 'the account is not known to the pricing service yet; try again in 1 second', {
      'Retry-After': '1',
    });
  }
  if (currency !== configured) {
    faults.push(
      `${place}.currency: ${currency} is not accepted; the currency of property ${property_id} is ${configured}`,
    );
  } else if (amount != null) faults.push(...decimalsFault(`${place}.amount`, amount, currency));
  return faults;
}

function checkedRate({ property_id, date, currency, amount, ...rules }: SpotRateInput): CheckedRate {
  const amount_minor = amount == null ? amount : toMinor(amount, currency);
  const fields = { amount_minor, ...rules };
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { property_id, date, currency_code: currency, ...Object.fromEntries(sent) };
}
