import { currencyDigits, fromMinor, toMinor } from '../money';

/** Converts an amount from JSON to the minor units of a currency, as a bigint. */
export function minorOf(amount: number, currencyCode: string): bigint {
  return BigInt(toMinor(amount, currencyCode));
}

/**
 * Thrown if a calculated amount is too large for a JSON number to represent exactly. The message
 * can be sent to the client in a 400 response.
 */
export class AmountTooLarge extends RangeError {
  constructor(what: string, minor: bigint, currencyCode: string) {
    const most = moneyInWords(BigInt(Number.MAX_SAFE_INTEGER), currencyCode);
    super(`${what} comes to ${moneyInWords(minor, currencyCode)}; at most ${most} can be charged`);
  }
}

/**
 * Converts minor units to an amount for JSON, in the unit of the currency.
 * @param what the name of the amount in the error message.
 * @throws AmountTooLarge if a JSON number cannot represent the amount exactly.
 */
export function amountOf(minor: bigint, currencyCode: string, what: string): number {
  const value = Number(minor);
  if (!Number.isSafeInteger(value)) throw new AmountTooLarge(what, minor, currencyCode);
  return fromMinor(value, currencyCode);
}

/** Formats an amount with all decimals of its currency: "12.50 EUR". */
export function moneyInWords(minor: bigint, currencyCode: string): string {
  const digits = currencyDigits(currencyCode);
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const decimals = text.slice(text.length - digits);
  return `${minor < 0n ? '-' : ''}${whole}${decimals && '.'}${decimals} ${currencyCode}`;
}
