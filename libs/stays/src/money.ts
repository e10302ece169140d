const digitsByCurrency = new Map<string, number>();

/** The number of decimals of an ISO 4217 currency: 0 for JPY, 2 for EUR, 3 for KWD. */
export function currencyDigits(currencyCode: string): number {
  let digits = digitsByCurrency.get(currencyCode);
  if (digits === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode });
    digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    digitsByCurrency.set(currencyCode, digits);
  }
  return digits;
}

/**
 * Converts an amount to minor units, such as cents. Additional decimals are rounded half away from
 * zero.
 */
export function toMinor(amount: number, currencyCode: string): number {
  const [coefficient, exponent = '0'] = Math.abs(amount).toString().split('e');
  // Shift the decimal point in the text, which is exact. For 1.005, the product 1.005 * 100 would
  // be less than 100.5.
  const shifted = Number(`${coefficient}e${Number(exponent) + currencyDigits(currencyCode)}`);
  const minor = Math.round(shifted);
  return amount < 0 && minor !== 0 ? -minor : minor;
}

/** Converts minor units to an amount for JSON, in the unit of the currency. */
export function fromMinor(minor: number, currencyCode: string): number {
  return Number(`${minor}e-${currencyDigits(currencyCode)}`);
}

/** The exact sum of amounts in one currency. */
export function sumAmounts(amounts: readonly number[], currencyCode: string): number {
  return fromMinor(
    amounts.reduce((sum, amount) => sum + toMinor(amount, currencyCode), 0),
    currencyCode,
  );
}
