import { until } from '@keyhaven/testing/until';
import { anId, type FinanceUnderTest, startFinanceUnderTest, type TestAccount } from '../testing/finance-under-test';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());

const expense = { kind: 'expense', amount: 45.5, currency_code: 'EUR', date: '2026-05-31' };
const entered = (account: TestAccount, more: object) => account.post('/owner_entries', { ...expense, ...more });

describe('an expense or payout', () => {
  it('can be for any owner of the account, and for a property or a booking', async () => {
    const account = service.anAccount();
    const owner_id = await account.owner();
    const [property_id, booking_id] = [await account.property(), await account.booking()];
    expect((await entered(account, { owner_id, property_id })).body).toMatchObject({ property_id });
    expect((await entered(account, { owner_id, booking_id })).body).toMatchObject({ booking_id });
  });

  it('is refused for owners and properties of another account in the same way as for unknown ids', async () => {
    const [mine, theirs] = [service.anAccount(), service.anAccount()];
    for (const id of [await theirs.owner(), anId()]) {
      const { status, body } = await entered(mine, { owner_id: id });
      expect([status, body.messages]).toEqual([
        400,
        [`owner_id: the owner id ${id} was not found or is not available`],
      ]);
    }
    const owner_id = await mine.owner();
    for (const id of [await theirs.property(), anId()]) {
      const { status, body } = await entered(mine, { owner_id, property_id: id });
      expect([status, body.messages]).toEqual([400, [`property_id: property ${id} does not exist`]]);
    }
  });

  it('is accepted for an owner whose event has not arrived if the booking service confirms the owner', async () => {
    const account = service.anAccount();
    const [owner_id, property_id] = [anId(), anId()];
    service.booking.owners.add(`${account.userId}/${owner_id}`);
    service.booking.properties.add(`${account.userId}/${property_id}`);
    expect((await entered(account, { owner_id, property_id })).status).toBe(200);
    service.booking.status = undefined;
    expect((await entered(account, { owner_id: anId() })).status).toBe(503);
    service.booking.status = 'active';
  });

  it('makes finance ask the booking service to keep the owner', async () => {
    const account = service.anAccount();
    const owner_id = await account.owner();
    await entered(account, { owner_id });
    await until(() => Promise.resolve(service.booking.kept.has(`${account.userId}/${owner_id}`)));
  });
});

describe('entries and statements of an owner', () => {
  it('are returned to the booking service as references to the owner, but only for their own account', async () => {
    const [mine, theirs] = [service.anAccount(), service.anAccount()];
    const owner_id = await mine.owner();
    const referring = async ({ userId }: TestAccount) => {
      const path = `/internal/owners/${owner_id}/references`;
      return (await service.asOperator().post(path, { user_id: userId })).body.references;
    };
    expect(await referring(mine)).toEqual([]);
    const { id } = (await entered(mine, { owner_id })).body;
    expect(await referring(mine)).toEqual([`owner entry ${id}`]);
    await mine.record('/statements/close', { month: '2026-05' });
    expect(await referring(mine)).toEqual([`owner entry ${id}`, 'statement 2026-05']);
    expect(await referring(theirs)).toEqual([]);
  });
});
