import type { CheckedClient } from '@keyhaven/testing/checked-client';
import { countRequestCommands } from '@keyhaven/testing/count-request-commands';
import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { times } from '@keyhaven/testing/sample';
import { until } from '@keyhaven/testing/until';
import { TermsVersions } from '../store/terms-versions';
import { type FeesUnderTest, startFeesUnderTest, type TestAccount } from '../testing/fees-under-test';

let fees: FeesUnderTest;
let replica: Awaited<ReturnType<FeesUnderTest['startReplica']>>;
beforeAll(async () => {
  fees = await startFeesUnderTest();
  replica = await fees.startReplica();
});
afterAll(async () => {
  await replica.stop();
  await fees.stop();
});

const idsOf = (records: { id: number }[]) => records.map(({ id }) => id);

describe('the surcharges, discounts and taxes for a stay', () => {
  it('include exactly the active ones that can apply at the property', async () => {
    const account = await fees.anAccount();
    const { surcharge, discount, operator } = account;
    const [here, there] = [await account.property(), await account.property()];
    const adjuster = await surcharge({ type: 'rate_adjuster', percent: 10, criteria: { weekdays: ['friday'] } });
    const cleaning = await surcharge({ amount: 80, property_ids: [there, here] });
    const pets = await surcharge({ type: 'pet', amount: 20 });
    const early = await discount({ type: 'early_bird', percent: 5 });
    await surcharge({ property_ids: [there] });
    await surcharge({ active: false });
    await discount({ active: false });
    await account.api.delete(`/v2/discounts/${(await discount()).id}`);
    const addTax = async (property_id: number, active: boolean) =>
      (await operator.post('/taxes', { property_id, description: 'City', mode: 'per_stay', amount: 2, active })).body;
    const tax = await addTax(here, true);
    await addTax(here, false);
    await addTax(there, true);

    const { status, body } = await account.definitionsOfStay(here);
    expect(status).toBe(200);
    const termsOf = ({ created_utc: _c, updated_utc: _u, deleted_utc: _d, ...terms }: Record<string, unknown>) => terms;
    const { property_id: _here, ...taxTerms } = tax;
    expect(body).toEqual({
      adjusters: [termsOf(adjuster)],
      // property_ids contains only the requested property.
      surcharges: [{ ...termsOf(cleaning), property_ids: [here] }, termsOf(pets)],
      discounts: [termsOf(early)],
      taxes: [termsOf(taxTerms)],
    });
  });

  it('never include surcharges, discounts or taxes of another account', async () => {
    const [own, other] = [await fees.anAccount(), await fees.anAccount()];
    const here = await own.property();
    await own.surcharge();
    expect((await other.definitionsOfStay(here)).body).toEqual({
      adjusters: [],
      surcharges: [],
      discounts: [],
      taxes: [],
    });
  });

  it('include a discount with the requested code even if it does not apply, so that a refusal can explain why', async () => {
    const account = await fees.anAccount();
    const [here, there] = [await account.property(), await account.property()];
    const code = (discount_code: string, more = {}) =>
      account.discount({ percent: 5, criteria: { discount_code }, ...more });
    const applicable = await code('Summer');
    const elsewhere = await code('SUMMER', { property_ids: [there] });
    const off = await code('summer', { active: false });
    await code('winter', { property_ids: [there] });
    const gone = await code('summer', { active: false });
    await account.api.delete(`/v2/discounts/${gone.id}`);
    const discounts = async (...asked: [number, string?]) =>
      idsOf((await account.definitionsOfStay(...asked)).body.discounts);
    expect(await discounts(here, ' summer ')).toEqual([applicable.id, elsewhere.id, off.id]);
    expect(await discounts(here)).toEqual([applicable.id]);
    expect(await discounts(here, ' ')).toEqual([applicable.id]);
    await account.api.patch(`/v2/discounts/${elsewhere.id}`, { criteria: { discount_code: 'autumn' } });
    expect(await discounts(here, 'summer')).toEqual([applicable.id, off.id]);
    expect(await discounts(here, 'Autumn')).toEqual([applicable.id, elsewhere.id]);
  });

  it('include an inactive discount whose code equals the requested code except for case or Unicode form', async () => {
    const account = await fees.anAccount();
    const here = await account.property();
    const off = (discount_code: string) => account.discount({ percent: 5, criteria: { discount_code }, active: false });
    const [fun, street, summer] = [await off('Spaß10'), await off('οδοσ'), await off('ÉTÉ27')];
    const discounts = async (code: string) => idsOf((await account.definitionsOfStay(here, code)).body.discounts);
    expect(await discounts('SPASS10')).toEqual([fun.id]);
    expect(await discounts('ΟΔΟΣ')).toEqual([street.id]);
    expect(await discounts('E\u0301TE\u030127')).toEqual([summer.id]);

    // Store the code in lower case, as the first release does.
    const definitions = fees.connection.collection<{ _id: number }>('definitions');
    await definitions.updateOne({ _id: fun.id }, { $set: { code_key: 'spaß10' } });
    expect(await discounts('Spaß10')).toEqual([fun.id]);
  });

  it('are returned for each property in a request for several properties', async () => {
    const account = await fees.anAccount();
    const { surcharge, discount, operator } = account;
    const properties = [await account.property(), await account.property(), await account.property()];
    const [here, there, elsewhere] = properties as [number, number, number];
    await surcharge({ type: 'rate_adjuster', percent: 10, property_ids: [here] });
    await surcharge({ amount: 80, property_ids: [elsewhere, there, here] });
    await surcharge({ type: 'pet', amount: 20 });
    await surcharge({ amount: 5, property_ids: [elsewhere] });
    await discount({ type: 'early_bird', percent: 5, property_ids: [there] });
    for (const property_id of properties) {
      await operator.post('/taxes', { property_id, description: 'City', mode: 'per_stay', amount: 2 });
    }
    const asked = { user_id: account.userId, property_ids: [here, there] };
    const { status, body } = await fees.asOperator().post('/internal/definitions/of-stays', asked);
    expect(status).toBe(200);
    for (const property of [here, there]) {
      const alone = (await account.definitionsOfStay(property)).body;
      const applying = (definitions: { property_ids: number[] }[]) =>
        definitions
          .filter(({ property_ids }) => property_ids.length === 0 || property_ids.includes(property))
          .map((one) => ({ ...one, property_ids: one.property_ids.length === 0 ? [] : [property] }));
      const taxes = body.taxes.filter(({ property_id }: { property_id: number }) => property_id === property);
      expect({
        adjusters: applying(body.adjusters),
        surcharges: applying(body.surcharges),
        discounts: applying(body.discounts),
        taxes: taxes.map(({ property_id: _property, ...tax }: Record<string, unknown>) => tax),
      }).toEqual(alone);
    }
    expect(JSON.stringify(body)).not.toContain(String(elsewhere));
  });

  describe('of a property whose terms a process has cached', () => {
    const tax = { description: 'City', mode: 'per_stay', amount: 2 };
    interface Place {
      account: TestAccount;
      property: number;
      /** The ids of an existing surcharge, discount and tax. */
      ids: Record<'surcharge' | 'discount' | 'tax', number>;
    }
    const aPlace = async (): Promise<Place> => {
      const account = await fees.anAccount();
      const property = await account.property();
      const [surcharge, discount] = [await account.surcharge({ amount: 80 }), await account.discount({ percent: 5 })];
      const { body } = await account.operator.post('/taxes', { property_id: property, ...tax });
      return { account, property, ids: { surcharge: surcharge.id, discount: discount.id, tax: body.id } };
    };
    const changes: [string, (place: Place) => Promise<unknown>][] = [
      ['creation of a surcharge', ({ account }) => account.surcharge({ amount: 20 })],
      ['creation of a discount', ({ account }) => account.discount({ percent: 3 })],
      [
        'creation of a tax',
        ({ account, property }) => account.operator.post('/taxes', { property_id: property, ...tax }),
      ],
      [
        'change of a surcharge',
        ({ account, ids }) => account.api.patch(`/v2/surcharges/${ids.surcharge}`, { amount: 1 }),
      ],
      [
        'change of a discount',
        ({ account, ids }) => account.api.patch(`/v2/discounts/${ids.discount}`, { percent: 1 }),
      ],
      ['change of a tax', ({ account, ids }) => account.operator.patch(`/taxes/${ids.tax}`, { amount: 1 })],
      ['deletion of a surcharge', ({ account, ids }) => account.api.delete(`/v2/surcharges/${ids.surcharge}`)],
      ['deletion of a discount', ({ account, ids }) => account.api.delete(`/v2/discounts/${ids.discount}`)],
      ['deletion of a tax', ({ account, ids }) => account.operator.delete(`/taxes/${ids.tax}`)],
    ];
    const ofStay = async ({ account, property }: Place, client = fees.asOperator(), headers = {}) => {
      const asked = { user_id: account.userId, property_id: property };
      return (await client.post('/internal/definitions/of-stay', asked, { headers })).body;
    };

    it.each(changes)(
      'show the %s in every process as soon as the request that makes this change is answered',
      async (_what, change) => {
        const place = await aPlace();
        const before = await ofStay(place);
        expect(await ofStay(place, replica.asOperator())).toEqual(before);
        await change(place);
        const after = await ofStay(place, replica.asOperator());
        expect(after).not.toEqual(before);
        expect(await ofStay(place)).toEqual(after);
      },
    );

    it('need only one database read if nothing has changed', async () => {
      const place = await aPlace();
      await ofStay(place);
      const client = fees.asOperator();
      expect(await countRequestCommands((headers) => ofStay(place, client, headers))).toBe(1);
      const { account, ids } = place;
      await account.api.patch(`/v2/surcharges/${ids.surcharge}`, { amount: 80 });
      expect(await countRequestCommands((headers) => ofStay(place, client, headers))).toBe(1);
    });

    it('include every change that was answered before they were requested, even a change by another process', async () => {
      const place = await aPlace();
      const { account, ids } = place;
      let answered = 0;
      const write = async () => {
        for (let amount = 1; amount <= times(60, 25); amount++) {
          await account.api.patch(`/v2/surcharges/${ids.surcharge}`, { amount });
          answered = amount;
        }
      };
      let isWriting = true;
      const read = async (client: CheckedClient) => {
        while (isWriting) {
          const before = answered;
          const { surcharges } = await ofStay(place, client);
          if (before > 0) expect(surcharges[0].amount).toBeGreaterThanOrEqual(before);
        }
      };
      const readers = [fees, fees, replica, replica].map((process) => read(process.asOperator()));
      await write();
      isWriting = false;
      await Promise.all(readers);
    });

    it('are never outdated: a change fails if the new version of the terms cannot be stored', async () => {
      const place = await aPlace();
      const before = await ofStay(place);
      const failing = jest.spyOn(TermsVersions.prototype, 'renew').mockRejectedValue(new Error('out of order'));
      const change = await place.account.api.patch(`/v2/surcharges/${place.ids.surcharge}`, { amount: 1 });
      expect(change.status).toBe(500);
      expect(await ofStay(place)).toEqual(before);
      failing.mockRestore();
      // The job that stores the new version has failed. A sweep runs it again.
      await until(async () => (await ofStay(place)).surcharges[0].amount === 1);
    });
  });

  it('are not cached while the first release may change them, because that release does not renew their version', async () => {
    const mixed = await fees.startReplica({ hasOneRelease: false });
    const { userId, surcharge, property } = await fees.anAccount();
    const { id } = await surcharge({ amount: 80 });
    const asked = { user_id: userId, property_id: await property() };
    const amount = async () =>
      (await mixed.asOperator().post('/internal/definitions/of-stay', asked)).body.surcharges[0].amount as number;
    expect(await amount()).toBe(80);
    const definitions = fees.connection.collection<{ _id: number }>('definitions');
    await definitions.updateOne({ _id: id }, { $set: { amount: 1 }, $inc: { revision: 1, version: 1 } });
    expect(await amount()).toBe(1);
    const count = countStoreCommands(
      ({ findAndModify, update }) => findAndModify === 'terms_versions' || update === 'terms_versions',
    );
    expect((await mixed.asAccount(userId).patch(`/v2/surcharges/${id}`, { amount: 2 })).status).toBe(200);
    expect(await amount()).toBe(2);
    // The first release does not know the job that renews the version, so writes must not store this job in an outbox.
    expect(count.end()).toBe(0);
    await mixed.stop();
  });

  it('are only available to other services', async () => {
    const { userId, api } = await fees.anAccount();
    const asked = { user_id: userId, property_id: 1 };
    expect((await api.post('/internal/definitions/of-stay', asked)).status).toBe(401);
    expect((await fees.asNobody().post('/internal/definitions/of-stay', asked)).status).toBe(401);
  });
});
