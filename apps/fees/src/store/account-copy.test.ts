import { type FeesUnderTest, startFeesUnderTest } from '../testing/fees-under-test';

let fees: FeesUnderTest;
beforeAll(async () => {
  fees = await startFeesUnderTest();
});
afterAll(() => fees.stop());

describe('the currency of an account', () => {
  it('is the default for new surcharges and discounts; existing ones keep theirs when the default changes', async () => {
    const { api, surcharge, currencyIs } = await fees.anAccount('EUR');
    const before = await surcharge({ amount: 12.5 });
    await currencyIs('JPY', 2);
    await expect(surcharge({ amount: 12.5 })).rejects.toThrow('amounts in JPY have no decimals');
    expect(await surcharge({ amount: 12.5, currency_code: 'USD' })).toMatchObject({ currency_code: 'USD' });
    expect((await api.get(`/v2/surcharges/${before.id}`)).body).toEqual(before);
  });

  it('is not overwritten by an older event that arrives later', async () => {
    const { surcharge, currencyIs } = await fees.anAccount('EUR');
    await currencyIs('SEK', 3);
    await currencyIs('USD', 2);
    expect(await surcharge()).toMatchObject({ currency_code: 'SEK' });
  });
});
