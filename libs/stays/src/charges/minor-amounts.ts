import { currencyDigits, fromMinor, toMinor } from '../money';

/** An amount from JSON in minor units of a currency, as the calculation carries it. */
export function minorOf(amount: number, currencyCode: string): bigint {
  return BigInt(toMinor(amount, currencyCode));
}

/**
 * Minor units as JSON carries them, in the currency's unit.
 * @throws RangeError for more than a JSON number holds exactly: an inexact amount is never answered.
 */
export function amountOf(minor: bigint, currencyCode: string): number {
  const value = Number(minor);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${minor} minor units are more than a number holds exactly`);
  return fromMinor(value, currencyCode);
}

/** An amount in words, with all decimals of its currency: "12.50 EUR". */
export function moneyInWords(minor: bigint, currencyCode: string): string {
  const digits = currencyDigits(currencyCode);
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const decimals = text.slice(text.length - digits);
  return `${minor < 0n ? '-' : ''}${whole}${decimals && '.'}${decimals} ${currencyCode}`;
}
