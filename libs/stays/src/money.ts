/**
 * The currencies that do not have two decimals. Source: the Unicode CLDR 48, which lists the
 * decimals in use. For some currencies, such as HUF, they are fewer than those of ISO 4217. The
 * table does not come from the Intl of Node, because Intl differs between versions of Node, and
 * stored minor units depend on the decimals. Changing a currency here needs a migration.
 */
const currenciesByDigits = {
  0:
    'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP ' +
    'MGA MMK PKR PYG RWF SLL SOS SYP UGX VND VUV XAF XOF XPF YER',
  3: 'BHD JOD KWD LYD OMR TND',
};
const digitsByCurrency = new Map<string, number>(
  Object.entries(currenciesByDigits).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)]),
  ),
);

/** The number of decimals of a currency: 0 for JPY, 2 for EUR, 3 for KWD. */
export function currencyDigits(currencyCode: string): number {
  return digitsByCurrency.get(currencyCode) ?? 2;
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

/** Returns a message if an amount has more decimals than its currency allows. */
export function decimalsFault(field: string, amount: number, currencyCode: string): string[] {
  if (fromMinor(toMinor(amount, currencyCode), currencyCode) === amount) return [];
  const digits = currencyDigits(currencyCode);
  const right = digits === 0 ? 'no decimals' : `at most ${digits} decimals`;
  return [`${field}: ${amount} is not accepted; amounts in ${currencyCode} have ${right}`];
}

/** The exact sum of amounts in one currency. */
export function sumAmounts(amounts: readonly number[], currencyCode: string): number {
  return fromMinor(
    amounts.reduce((sum, amount) => sum + toMinor(amount, currencyCode), 0),
    currencyCode,
  );
}
