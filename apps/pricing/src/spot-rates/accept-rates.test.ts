import { accountId } from '@keyhaven/persistence/account-scope';
import { spotRatesPatch } from '@keyhaven/contracts/pricing/spot-rate';
import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { type OtherProcess, startOtherProcess } from '../testing/other-process';
import { daysFromNow, type PricingUnderTest, startPricingUnderTest } from '../testing/pricing-under-test';
import { updateSpotRates } from './update-spot-rates';

let service: PricingUnderTest;
let other: OtherProcess;
beforeAll(async () => {
  service = await startPricingUnderTest();
  other = await startOtherProcess(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

/**
 * Makes the next write of the other process wait between reading and replacing the latest request, and runs a function
 * during the wait.
 */
function beforeNextWrite(happening: () => Promise<void>): void {
  const { collection } = other.connection.model('SpotRateRequest');
  const write = Reflect.get(collection, 'findOneAndUpdate') as (...request: unknown[]) => Promise<null>;
  jest.spyOn(collection, 'findOneAndUpdate').mockImplementationOnce(async (...request: unknown[]) => {
    await happening();
    return write.apply(collection, request);
  });
}

describe('PATCH v2/spotrates in several processes', () => {
  it('applies a delayed request after the requests that other processes have applied in the meantime', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const rate = { property_id: property, date: daysFromNow(10), currency: 'EUR' };
    const patch = (fields: object) => account.api.patch('/v2/spotrates', [{ ...rate, ...fields }]);
    await patch({ amount: 100 });
    beforeNextWrite(async () => {
      await patch({ amount: 110 });
      await patch({ amount: 120 });
    });
    const scope = { accountId: accountId(account.userId) };
    const answer = await updateSpotRates(other.store, scope, spotRatesPatch.parse([{ ...rate, min_nights: 4 }]));
    const expected = [{ property_id: property, date: rate.date, amount: 120, min_nights: 4 }];
    expect(answer.items).toEqual(expected);
    expect((await account.api.get('/v2/spotrates')).body.items).toEqual(expected);
  });

  it('first applies the request that another process accepted but did not apply before it died', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const rate = { property_id: property, date: daysFromNow(10), currency: 'EUR' };
    await account.api.patch('/v2/spotrates', [{ ...rate, amount: 100 }]);
    const left = { property_id: property, date: rate.date, currency_code: 'EUR', min_nights: 3 };
    await service.connection
      .collection('spot_rate_requests')
      .updateOne(
        { user_id: account.userId },
        { $set: { is_applied: false, rates: [left] }, $inc: { number: 1, revision: 1 } },
      );
    const headers = { prefer: 'dry-run' };
    const dry = await account.api.patch('/v2/spotrates', [{ ...rate, amount: 110 }], { headers });
    const real = await account.api.patch('/v2/spotrates', [{ ...rate, amount: 110 }]);
    const expected = [{ property_id: property, date: rate.date, amount: 110, min_nights: 3 }];
    expect((await account.api.get('/v2/spotrates')).body.items).toEqual(expected);
    expect([real.body.items, dry.body]).toEqual([expected, real.body]);
  });
});

describe('PATCH v2/spotrates for many nights with an Idempotency-Key', () => {
  it('stores the response of the request in one write', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    const patch = async (amount: number) => {
      const rates = Array.from({ length: 600 }, (_, index) => ({
        ...{ property_id: property, date: daysFromNow(index), currency: 'EUR' },
        amount: amount + (index % 9),
        min_nights: 2,
      }));
      const noting = countStoreCommands(
        ({ findAndModify, update, insert }) =>
          insert === 'answered_requests' ||
          (findAndModify === 'spot_rate_requests' && JSON.stringify(update).includes('request_hash')),
      );
      const headers = { 'idempotency-key': `of-${amount}` };
      const { status, body } = await account.api.patch('/v2/spotrates', rates, { headers }).finally(() => noting.end());
      expect([status, body.count]).toEqual([200, 600]);
      return noting.end();
    };
    for (const amount of [100, 120, 130, 140, 150]) expect(await patch(amount)).toBe(1);
  });
});
