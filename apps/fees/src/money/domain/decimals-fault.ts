import { currencyDigits, fromMinor, toMinor } from '@keyhaven/stays/money';

/** Returns a message if an amount has more decimals than its currency allows. */
export function decimalsFault(field: string, amount: number, currencyCode: string): string[] {
  if (fromMinor(toMinor(amount, currencyCode), currencyCode) === amount) return [];
  const digits = currencyDigits(currencyCode);
  const right = digits === 0 ? 'no decimals' : `at most ${digits} decimals`;
  return [`${field}: ${amount} is not accepted; amounts in ${currencyCode} have ${right}`];
}
