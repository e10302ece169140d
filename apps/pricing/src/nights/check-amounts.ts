import type { NightlyRate } from '@keyhaven/contracts/pricing/rates';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { decimalsFault } from '@keyhaven/stays/money';

/** @throws ApiError bad_request when an amount of the rate has more decimals than the currency allows. */
export function assertRate(field: string, rate: NightlyRate, currencyCode: string): void {
  const faults = [
    ...decimalsFault(`${field}.amount`, rate.amount, currencyCode),
    ...Object.entries(rate.by_weekday).flatMap(([weekday, amount]) =>
      decimalsFault(`${field}.by_weekday.${weekday}`, amount, currencyCode),
    ),
  ];
  if (faults.length > 0) throw new ApiError('bad_request', faults);
}
