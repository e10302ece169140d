import { type FeesUnderTest, startFeesUnderTest } from '../testing/fees-under-test';
import { MAX_DEFINITIONS } from './create-definition';

let fees: FeesUnderTest;
beforeAll(async () => {
  fees = await startFeesUnderTest();
});
afterAll(() => fees.stop());

describe('the limit of surcharges and discounts', () => {
  it('is 2,000 of each per account, not counting deleted ones', async () => {
    const { api, surcharge, discount } = await fees.anAccount();
    const { id } = await surcharge();
    const definitions = fees.connection.collection<{ _id: number }>('definitions');
    const { outbox: _outbox, ...stored } = (await definitions.findOne({ _id: id }))! as Record<string, unknown>;
    const copies = Array.from({ length: MAX_DEFINITIONS - 2 }, (_, index) => ({ ...stored, _id: 2 ** 30 + index }));
    await definitions.insertMany(copies);
    const last = await surcharge();
    const refused = await api.post('/v2/surcharges', { type: 'linen', description: 'x' });
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      ['the account already has 2000 surcharges, which is the limit'],
    ]);
    await discount();
    await api.delete(`/v2/surcharges/${last.id}`);
    expect((await api.post('/v2/surcharges', { type: 'linen', description: 'x' })).status).toBe(200);
  });
});
