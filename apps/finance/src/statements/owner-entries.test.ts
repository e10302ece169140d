import { anId, type FinanceUnderTest, startFinanceUnderTest, type TestAccount } from '../testing/finance-under-test';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());

const expense = { kind: 'expense', amount: 45.5, currency_code: 'EUR', date: '2026-05-31' };
const entered = (account: TestAccount, more: object) => account.post('/owner_entries', { ...expense, ...more });

describe('an expense or payout', () => {
  it('may be for the present owner of a property, or the owner named by a booking', async () => {
    const account = service.anAccount();
    const [owner, former] = [anId(), anId()];
    const property_id = await account.property({ owner_id: owner });
    const booking_id = await account.booking({ owner_id: former });
    expect((await entered(account, { owner_id: owner, property_id })).body).toMatchObject({ property_id });
    expect((await entered(account, { owner_id: former, booking_id })).body).toMatchObject({ booking_id });
  });

  it('may be for an owner with earlier entries, even if the property has another owner now', async () => {
    const account = service.anAccount();
    const owner_id = anId();
    const id = await account.property({ owner_id });
    expect((await entered(account, { owner_id })).status).toBe(200);
    await account.property({ id, owner_id: anId() });
    expect((await entered(account, { owner_id, kind: 'payout' })).status).toBe(200);
  });

  it('is refused for owners and properties of another account like for ones that do not exist', async () => {
    const [mine, theirs] = [service.anAccount(), service.anAccount()];
    const owner_id = anId();
    const property_id = await theirs.property({ owner_id });
    for (const id of [owner_id, anId()]) {
      const { status, body } = await entered(mine, { owner_id: id });
      const right = 'expected the owner_id of a property or a booking of the account';
      expect([status, body.messages]).toEqual([400, [`owner_id: ${id} owns nothing; ${right}`]]);
    }
    await mine.property({ owner_id });
    for (const id of [property_id, anId()]) {
      const { status, body } = await entered(mine, { owner_id, property_id: id });
      expect([status, body.messages]).toEqual([400, [`property_id: property ${id} does not exist`]]);
    }
  });

  it('is checked with the booking service until the event arrives, and answered 503 when that is down', async () => {
    const account = service.anAccount();
    const [owner_id, property_id] = [anId(), anId()];
    for (const found of [`of ${owner_id}`, property_id]) service.booking.properties.add(`${account.userId}/${found}`);
    expect((await entered(account, { owner_id, property_id })).status).toBe(200);
    service.booking.status = undefined;
    expect((await entered(account, { owner_id: anId() })).status).toBe(503);
    service.booking.status = 'active';
  });
});
