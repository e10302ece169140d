import { currencyName, formatMoney, formatMoneyWithCode } from './money';

/**
 * Gives spaces, apostrophes and the yen sign the same form in all versions of Node, which format them
 * with different characters.
 */
const shown = (amount: number, currency: string, format = formatMoney) =>
  format(amount, currency)
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace('’', "'")
    .replace('¥', '￥');

describe('amounts on pages', () => {
  it.each([
    [1234.5, 'EUR', '1.234,50 €'],
    [1234.5, 'USD', '$1,234.50'],
    [1234.5, 'GBP', '£1,234.50'],
    [1234.5, 'CHF', "CHF 1'234.50"],
    [1234.5, 'SEK', '1 234,50 kr'],
    [123456, 'JPY', '￥123,456'],
    [1.5, 'KWD', 'KWD 1.500'],
    [1234567.5, 'INR', '₹12,34,567.50'],
    [-20, 'EUR', '−20,00 €'],
    [0, 'USD', '$0.00'],
    [1234.5, 'XOF', 'F CFA 1,235'],
  ])('are formatted as is usual where the currency is used: %d %s as %s', (amount, currency, text) => {
    expect(shown(amount, currency)).toBe(text);
  });

  it.each([
    [1234.5, 'MXN', 'MXN 1,234.50'],
    [-20, 'USD', '−USD 20.00'],
    [1234.5, 'SEK', '1 234,50 SEK'],
    [1234.5, 'EUR', '1.234,50 EUR'],
    [1234.5, 'CHF', "CHF 1'234.50"],
    [1.5, 'KWD', 'KWD 1.500'],
  ])('can be shown with the code of the currency: %d %s as %s', (amount, currency, text) => {
    expect(shown(amount, currency, formatMoneyWithCode)).toBe(text);
  });
});

test('currencyName returns a name with the code of the currency, because several currencies have the same symbol', () => {
  expect(currencyName('AUD')).toBe('Australian Dollar (AUD)');
});
