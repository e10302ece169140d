import fc from 'fast-check';
import { currencyDigits, decimalsFault, fromMinor, sumAmounts, toMinor } from './money';

const currencies = fc.constantFrom('JPY', 'EUR', 'KWD');

describe('money', () => {
  it('has the number of decimals of its currency', () => {
    expect(['JPY', 'EUR', 'USD', 'KWD'].map(currencyDigits)).toEqual([0, 2, 2, 3]);
  });

  it('has a number of decimals that does not depend on the version of Node', () => {
    const intl = jest.spyOn(Intl, 'NumberFormat').mockImplementation(() => {
      throw new Error('the decimals of a currency depend on the version of Node');
    });
    expect(['HUF', 'IDR', 'RSD', 'IQD', 'XXX'].map(currencyDigits)).toEqual([0, 0, 2, 0, 2]);
    expect(toMinor(1234.5, 'RSD')).toBe(123450);
    intl.mockRestore();
  });

  it('is unchanged when converted from minor units by fromMinor and back by toMinor', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), currencies, (minor, currency) =>
        Object.is(toMinor(fromMinor(minor, currency), currency), minor === 0 ? 0 : minor),
      ),
    );
  });

  it('is rounded half away from zero when converted to minor units', () => {
    expect([1.005, -1.005, 0.125, 2.675].map((amount) => toMinor(amount, 'EUR'))).toEqual([101, -101, 13, 268]);
    expect(toMinor(0.5, 'JPY')).toBe(1);
    expect(toMinor(1e-7, 'EUR')).toBe(0);
  });

  it('is added by sumAmounts without binary rounding errors', () => {
    expect(sumAmounts([0.1, 0.2], 'EUR')).toBe(0.3);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), currencies, (minors, currency) => {
        const amounts = minors.map((minor) => fromMinor(minor, currency));
        expect(toMinor(sumAmounts(amounts, currency), currency)).toBe(minors.reduce((a, b) => a + b, 0));
      }),
    );
  });
});

describe('the number of decimals of an amount', () => {
  it.each([
    ['JPY', 0],
    ['EUR', 2],
    ['KWD', 3],
  ])('is limited for the currency %s to %d', (currency, digits) => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.integer({ min: 0, max: 5 }), (number, places) => {
        const amount = Number(`${number}e-${places}`);
        const decimals = /\.(\d+)$/.exec(String(amount))?.[1]?.length ?? 0;
        fc.pre(!String(amount).includes('e'));
        expect(decimalsFault('amount', amount, currency).length).toBe(decimals > digits ? 1 : 0);
      }),
    );
  });
});
