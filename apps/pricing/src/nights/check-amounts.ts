import type { NightlyRate } from '@keyhaven/contracts/pricing/rates';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { currencyDigits, fromMinor, toMinor } from '@keyhaven/stays/money';

/** Explains why an amount is not allowed in a currency. Undefined if it is allowed. */
export function amountFault(field: string, amount: number, currencyCode: string): string | undefined {
  if (fromMinor(toMinor(amount, currencyCode), currencyCode) === amount) return undefined;
  const digits = currencyDigits(currencyCode);
  return `${field}: ${amount} is not accepted; amounts in ${currencyCode} have ${digits === 0 ? 'no' : `at most ${digits}`} decimals`;
}

/** @throws ApiError bad_request when an amount of the rate has more decimals than the currency. */
export function assertRate(field: string, rate: NightlyRate, currencyCode: string): void {
  const faults = [
    amountFault(`${field}.amount`, rate.amount, currencyCode),
    ...Object.entries(rate.by_weekday).map(([weekday, amount]) =>
      amountFault(`${field}.by_weekday.${weekday}`, amount, currencyCode),
    ),
  ].filter((fault) => fault !== undefined);
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}
