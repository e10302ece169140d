import { type FeesUnderTest, startFeesUnderTest } from '../testing/fees-under-test';
import { MAX_DEFINITIONS } from './create-definition';

let fees: FeesUnderTest;
beforeAll(async () => {
  fees = await startFeesUnderTest();
});
afterAll(() => fees.stop());

const idsOf = (records: { id: number }[]) => records.map(({ id }) => id);

describe('POST internal/definitions/in-brief', () => {
  it('returns surcharges, discounts and taxes ordered by position, and whether each applies to the property', async () => {
    const { api, surcharge, discount, operator, property, definitionsInBrief } = await fees.anAccount();
    const [here, there] = [await property(), await property()];
    const last = await surcharge({ position: 9, property_ids: [there, here] });
    const everywhere = await surcharge();
    const off = await surcharge({ active: false });
    const elsewhere = await surcharge({ type: 'rate_adjuster', percent: 5, property_ids: [there], active: false });
    const code = await discount({ criteria: { discount_code: 'X' }, property_ids: [there] });
    await api.delete(`/v2/discounts/${(await discount()).id}`);
    const tax = async (property_id: number, more: object) =>
      (await operator.post('/taxes', { property_id, description: 'City', mode: 'per_stay', amount: 2, ...more })).body;
    const [second, first] = [await tax(here, { position: 1 }), await tax(here, { active: false })];
    await tax(there, {});
    await operator.delete(`/taxes/${(await tax(here, {})).id}`);

    const { status, body } = await definitionsInBrief(here);
    expect(status).toBe(200);
    const brief = ({ id, description, active }: Record<string, unknown>, is_for_property: boolean) => ({
      id,
      description,
      active,
      is_for_property,
      created_utc: expect.any(String),
    });
    expect(body).toEqual({
      surcharges: [brief(everywhere, true), brief(off, true), brief(elsewhere, false), brief(last, true)],
      discounts: [brief(code, false)],
      taxes: [brief(first, true), brief(second, true)],
    });
    // Times in the public API are in whole seconds. The times of this internal route have milliseconds.
    expect(body.surcharges[0].created_utc.slice(0, 19)).toBe(everywhere.created_utc.slice(0, 19));
    await api.patch(`/v2/surcharges/${elsewhere.id}`, { property_ids: [] });
    expect((await definitionsInBrief(here)).body.surcharges[2]).toEqual(brief(elsewhere, true));
  });

  it('returns no surcharges, discounts or taxes of another account, even if they apply to all properties', async () => {
    const [own, other] = [await fees.anAccount(), await fees.anAccount()];
    const here = await own.property();
    await own.surcharge();
    await own.operator.post('/taxes', { property_id: here, description: 'City', mode: 'per_stay', amount: 2 });
    expect((await other.definitionsInBrief(here)).body).toEqual({ surcharges: [], discounts: [], taxes: [] });
  });

  it('returns all surcharges and discounts, even if the account has a few more than the limit', async () => {
    const { surcharge, discount, property, definitionsInBrief } = await fees.anAccount();
    const here = await property();
    const definitions = fees.connection.collection<{ _id: number }>('definitions');
    const most = MAX_DEFINITIONS + 5;
    for (const [kind, { id }] of [await surcharge(), await discount()].entries()) {
      const { outbox: _outbox, ...stored } = (await definitions.findOne({ _id: id }))! as Record<string, unknown>;
      const first = 2 ** 32 + kind * 2 ** 20;
      const copies = Array.from({ length: most - 1 }, (_, index) => ({ ...stored, _id: first + index }));
      await definitions.insertMany(copies);
    }
    const { body } = await definitionsInBrief(here);
    expect(new Set([...idsOf(body.surcharges), ...idsOf(body.discounts)]).size).toBe(2 * most);
  });

  it('is only available to other services', async () => {
    const { userId, api } = await fees.anAccount();
    const asked = { user_id: userId, property_id: 1 };
    expect((await api.post('/internal/definitions/in-brief', asked)).status).toBe(401);
    expect((await fees.asNobody().post('/internal/definitions/in-brief', asked)).status).toBe(401);
  });
});
