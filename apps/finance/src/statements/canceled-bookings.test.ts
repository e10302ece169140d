import type { AccountingEntry } from '@keyhaven/contracts/finance/statement';
import { services } from '@keyhaven/contracts/platform/services';
import { publishedAccount } from '@keyhaven/testing/published-event';
import { aCharge } from '../testing/a-charge';
import { anId, type FinanceUnderTest, startFinanceUnderTest } from '../testing/finance-under-test';
import { charges, sold, statementOf } from '../testing/owner-statements';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());

describe('a canceled booking in an owner statement', () => {
  it("is listed with the retained amount, in the month of the cancellation in the property's time zone", async () => {
    const account = service.anAccount();
    const owner = anId();
    const property_id = await account.property({ time_zone: 'Pacific/Auckland' });
    const canceled = { property_id, status: 'canceled', canceled_utc: '2026-03-31T18:00:00Z' };
    await account.booking(sold(owner, canceled), { retained_amount: 114 });
    expect(await statementOf(account, owner, '2026-05')).toMatchObject({ bookings: [], opening_balance: 80 });
    expect((await statementOf(account, owner, '2026-04')).bookings).toMatchObject([
      { is_canceled: true, amount: 114, owner_amount: 80, commission_amount: 29 },
    ]);
    const paid = await account.booking(sold(owner, { ...canceled, currency_code: 'USD' }));
    const before = '2026-03-20T10:00:00Z';
    await account.record('/payments', { booking_id: paid, amount: 300, method: 'card', collected_utc: before });
    await account.record('/refunds', { booking_id: paid, amount: 186, paid_utc: before });
    const { items } = (await account.get(`/statements?owner_id=${owner}&month=2026-04`)).body;
    expect(items[1].bookings).toMatchObject([{ amount: 114, owner_amount: 80 }]);
  });

  it('has no share for taxes that the channel remits in its retained amount, also in the accounting feed', async () => {
    const account = service.anAccount();
    const owner = anId();
    const remitted = { ...aCharge('tax', 360, 0, 0), is_channel_managed: true };
    const canceled = { status: 'canceled', canceled_utc: '2026-04-10T10:00:00Z', charges: [...charges, remitted] };
    await account.booking(sold(owner, canceled), { retained_amount: 114 });
    expect((await statementOf(account, owner, '2026-04')).bookings).toMatchObject([
      { amount: 114, owner_amount: 80, commission_amount: 29, passed_on_amount: 5 },
    ]);
    const { items } = (await account.get('/accounting_entries?month=2026-04')).body;
    expect(items.map(({ lines }: AccountingEntry) => lines)).toEqual([
      [
        { account: 'guest_receivable', debit: 114, credit: 0 },
        { account: 'owner_payable', debit: 0, credit: 80 },
        { account: 'commission_income', debit: 0, credit: 29 },
        { account: 'taxes_payable', debit: 0, credit: 5 },
      ],
    ]);
  });

  it('does not include payments that were made after the cancellation', async () => {
    const account = service.anAccount();
    const owner = anId();
    const canceled = { status: 'canceled', canceled_utc: '2026-04-10T10:00:00Z' };
    const booking_id = await account.booking(sold(owner, canceled));
    const card = { booking_id, method: 'card' };
    await account.record('/payments', { ...card, amount: 114, collected_utc: '2026-04-10T10:00:00Z' });
    await account.record('/payments', { ...card, amount: 500, collected_utc: '2026-04-10T10:00:01Z' });
    expect((await statementOf(account, owner, '2026-04')).bookings).toMatchObject([{ booking_id, amount: 114 }]);
    await account.record('/refunds', { booking_id, amount: 200, paid_utc: '2026-04-09T10:00:00Z' });
    expect((await statementOf(account, owner, '2026-04')).bookings).toMatchObject([{ booking_id, amount: 0 }]);
  });

  it('has an amount of 0 if it was canceled for lack of payment, unless the operator retained an amount', async () => {
    const account = service.anAccount();
    const owner = anId();
    const canceled = { status: 'canceled', canceled_utc: '2026-04-10T10:00:00Z' };
    const id = await account.booking(sold(owner, canceled), { has_lapsed: true });
    const collected_utc = '2026-04-09T10:00:00Z';
    await account.record('/payments', { booking_id: id, method: 'card', amount: 114, collected_utc });
    const stated = async () => (await statementOf(account, owner, '2026-04')).bookings[0]?.amount;
    expect(await stated()).toBe(0);
    await account.booking(sold(owner, { ...canceled, id }), { has_lapsed: true, retained_amount: 57 });
    expect(await stated()).toBe(57);
  });

  it('includes payments from before the cancellation, even if finance receives them later', async () => {
    const account = service.anAccount();
    const owner = anId();
    const id = await account.booking(sold(owner));
    const collected_utc = '2026-04-01T10:00:00Z';
    await account.record('/payments', { booking_id: id, method: 'card', amount: 100, collected_utc });
    const status = { id, status: 'canceled', canceled_utc: '2026-04-10T10:00:00Z' };
    await account.booking(sold(owner, status));
    const stated = async () => (await statementOf(account, owner, '2026-04')).bookings[0]?.amount;
    expect(await stated()).toBe(100);
    await account.record('/payments', { booking_id: id, method: 'card', amount: 14, collected_utc });
    expect(await stated()).toBe(114);
    // The booking becomes active again, and is then canceled at an earlier time.
    await account.booking(sold(owner, { id }));
    await account.booking(sold(owner, { ...status, canceled_utc: '2026-04-01T09:59:59Z' }));
    expect(await stated()).toBe(0);
  });

  it("is dated in the account's time zone if the property has none", async () => {
    const account = service.anAccount();
    const owner = anId();
    await service.bus.publish(services.identity.topic, [
      publishedAccount(account.userId, { time_zone: 'Pacific/Auckland' }),
    ]);
    const property_id = await account.property();
    const canceled = { property_id, status: 'canceled', canceled_utc: '2026-03-31T18:00:00Z' };
    await account.booking(sold(owner, canceled), { retained_amount: 114 });
    expect(await statementOf(account, owner, '2026-03')).toMatchObject({ bookings: [] });
    expect(await statementOf(account, owner, '2026-04')).toMatchObject({ bookings: [{ amount: 114 }] });
  });
});
