const digitsByCurrency = new Map<string, number>();

/** How many decimals a currency has: 0 for JPY, 2 for EUR, 3 for KWD. The code is one of ISO 4217. */
export function currencyDigits(currencyCode: string): number {
  let digits = digitsByCurrency.get(currencyCode);
  if (digits === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode });
    digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    digitsByCurrency.set(currencyCode, digits);
  }
  return digits;
}

/** An amount in minor units, such as cents: rounded half away from zero where it has more decimals than the currency. */
export function toMinor(amount: number, currencyCode: string): number {
  const [coefficient, exponent = '0'] = Math.abs(amount).toString().split('e');
  // Shifting the decimal point in the number's own decimal form keeps 1.005 a half, where 1.005 * 100 is not.
  const shifted = Number(`${coefficient}e${Number(exponent) + currencyDigits(currencyCode)}`);
  const minor = Math.round(shifted);
  return amount < 0 && minor !== 0 ? -minor : minor;
}

/** An amount of minor units as JSON carries it, in the currency's unit. */
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
