import { ApiError } from '@keyhaven/contracts/shared/errors';
import { currencyDigits, fromMinor, toMinor } from '@keyhaven/stays/money';

/**
 * Converts an amount to minor units without rounding.
 * @throws ApiError bad_request if the amount has more decimals than its currency.
 */
export function exactMinor(amount: number, currencyCode: string, field: string): number {
  const minor = toMinor(amount, currencyCode);
  if (fromMinor(minor, currencyCode) === amount) return minor;
  throw new ApiError(
    'bad_request',
    `${field}: ${amount} has more decimals than ${currencyCode}; expected at most ${currencyDigits(currencyCode)}`,
  );
}
