import { currencyDigits, fromMinor, toMinor } from '../money';

/** An amount from JSON in minor units of a currency, as the calculation carries it. */
export function minorOf(amount: number, currencyCode: string): bigint {
  return BigInt(toMinor(amount, currencyCode));
}

/** An amount that was computed is more than a JSON number holds exactly. Its message says which, fit for a 400. */
export class AmountTooLarge extends RangeError {
  constructor(what: string, minor: bigint, currencyCode: string) {
    const most = moneyInWords(BigInt(Number.MAX_SAFE_INTEGER), currencyCode);
    super(`${what} comes to ${moneyInWords(minor, currencyCode)}; at most ${most} can be charged`);
  }
}

/**
 * Minor units as JSON carries them, in the currency's unit.
 * @param what the amount is, in words.
 * @throws AmountTooLarge for more than a JSON number holds exactly: an inexact amount is never answered.
 */
export function amountOf(minor: bigint, currencyCode: string, what: string): number {
  const value = Number(minor);
  if (!Number.isSafeInteger(value)) throw new AmountTooLarge(what, minor, currencyCode);
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
