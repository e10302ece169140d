import { daysFromNow, type PricingUnderTest, startPricingUnderTest } from '../testing/pricing-under-test';

let service: PricingUnderTest;
beforeAll(async () => {
  service = await startPricingUnderTest();
});
afterAll(() => service.stop());

describe('holidays', () => {
  it('set holiday_name for the nights of all properties, or of the listed properties only', async () => {
    const account = await service.anAccount();
    const [one, other] = [await account.property(), await account.property()];
    const [day, next] = [daysFromNow(5), daysFromNow(6)];
    const { body: forAll } = await account.operator.post('/holidays', { name: 'Founders’ Day', from: day.slice(5) });
    expect(forAll).toMatchObject({ from: day.slice(5), to: day.slice(5), property_ids: null });
    const forOne = { name: 'Village fête', from: next, to: next, property_ids: [one] };
    expect((await account.operator.post('/holidays', forOne)).status).toBe(200);
    const names = async (id: number) =>
      [...(await account.nights(id, day, next)).values()].map(({ holiday_name }) => holiday_name as string | undefined);
    expect(await names(one)).toEqual(['Founders’ Day', 'Village fête']);
    expect(await names(other)).toEqual(['Founders’ Day', undefined]);
    await account.operator.patch(`/holidays/${forAll.id}`, { name: 'Founder’s Day' });
    expect(await names(other)).toEqual(['Founder’s Day', undefined]);
    await account.operator.delete(`/holidays/${forAll.id}`);
    expect(await names(one)).toEqual([undefined, 'Village fête']);
    expect((await account.operator.get('/holidays')).body.items).toHaveLength(1);
  });

  it('are not visible to another account, which gets a 404', async () => {
    const [account, other] = [await service.anAccount(), await service.anAccount()];
    await account.property();
    const { body } = await account.operator.post('/holidays', { name: 'New Year', from: '01-01' });
    const unknown = await other.operator.get('/holidays/1');
    expect((await other.operator.get(`/holidays/${body.id}`)).body).toEqual(unknown.body);
    expect((await other.operator.patch(`/holidays/${body.id}`, { name: 'x' })).status).toBe(404);
    expect((await other.operator.delete(`/holidays/${body.id}`)).status).toBe(404);
  });

  it('are refused if the name is empty or the range of days is invalid', async () => {
    const account = await service.anAccount();
    for (const part of [{ name: '' }, { to: '2027-01-01' }, { from: '13-01' }]) {
      const { status } = await account.operator.post('/holidays', { name: 'New Year', from: '01-01', ...part });
      expect(status).toBe(400);
    }
  });
});
