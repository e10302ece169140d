import { discountTypes, surchargeTypes } from '@keyhaven/contracts/fees/definition-words';
import { type FeesUnderTest, startFeesUnderTest } from '../testing/fees-under-test';

let fees: FeesUnderTest;
beforeAll(async () => {
  fees = await startFeesUnderTest();
});
afterAll(() => fees.stop());

describe('a new discount', () => {
  it.each(discountTypes)('can be of type %s and is a percentage of rent by default', async (type) => {
    const { discount } = await fees.anAccount();
    expect(await discount({ type, percent: 10 })).toMatchObject({
      type,
      category: 'promotion',
      mode: 'percent_of_rent',
      percent: 10,
      is_combinable: false,
    });
  });

  it('is deducted once per stay if it has an amount and no mode', async () => {
    const { discount } = await fees.anAccount();
    expect(await discount({ amount: 50 })).toMatchObject({ mode: 'per_stay', amount: 50 });
  });

  it('is refused if its type is a surcharge type; the error names the path for surcharges', async () => {
    const { api } = await fees.anAccount();
    for (const type of surchargeTypes) {
      expect(await api.post('/v2/discounts', { type, description: 'x' })).toMatchObject({
        status: 400,
        body: { messages: [expect.stringContaining(`${type} belongs to v2/surcharges`)] },
      });
    }
  });

  it.each([
    [{ percent: 0 }, 'percent: 0 is not accepted; amounts and percentages of discounts are positive'],
    [{ percent: -5 }, 'percent: -5 is not accepted'],
    [{ percent: 101 }, 'percent: 101 is not accepted; a discount is at most 100 percent'],
    [{ amount: 0 }, 'amount: 0 is not accepted'],
    [{ amounts: [{ from: 7, percent: 0 }] }, 'amounts.0.percent: 0 is not accepted'],
    [{ criteria: { discount_code: ' ' } }, 'criteria.discount_code: " " is not accepted; expected a code'],
    [{ percent: 5, is_expense_all: true }, 'is_expense_all: true is not accepted'],
    [{ percent: 5, owner_commission_percent: 10 }, 'owner_commission_percent: 10 is not accepted'],
  ])('is refused if it has the fields %j', async (fault, message) => {
    const { api } = await fees.anAccount();
    const answer = await api.post('/v2/discounts', { type: 'promotion', description: 'x', ...fault });
    expect([answer.status, answer.body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
  });

  it('cannot get is_expense_all through a later change', async () => {
    const { api, discount } = await fees.anAccount();
    const { id } = await discount({ percent: 5 });
    const answer = await api.patch(`/v2/discounts/${id}`, { is_expense_all: true });
    expect([answer.status, answer.body.messages.join()]).toEqual([
      400,
      expect.stringContaining('is_expense_all: true'),
    ]);
    expect((await api.get(`/v2/discounts/${id}`)).body).toMatchObject({ is_expense_all: false });
  });
});
