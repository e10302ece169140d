import type { AccountingEntry, Statement } from '@keyhaven/contracts/finance/statement';
import { services } from '@keyhaven/contracts/platform/services';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { aCharge } from '../testing/a-charge';
import { anId, type FinanceUnderTest, startFinanceUnderTest } from '../testing/finance-under-test';
import { charges, sold, statementOf } from '../testing/owner-statements';
import { privateOfBooking } from '../testing/private-of-booking';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());

describe('an owner statement', () => {
  it('has an opening and a closing balance, and lists bookings, host fees, expenses and payouts', async () => {
    const account = service.anAccount();
    const owner = await account.owner({ name: 'Rossi Ltd' });
    const booking_id = await account.booking(sold(owner));
    await account.record('/fees', { booking_id, amount: 100, type: 'channel_commission' });
    const entry = { owner_id: owner, currency_code: 'EUR' };
    await account.record('/owner_entries', { ...entry, kind: 'payout', amount: 300, date: '2026-04-30' });
    await account.record('/owner_entries', { ...entry, kind: 'expense', amount: 45.5, date: '2026-05-31' });
    const statement = await statementOf(account, owner, '2026-05');
    expect(statement).toMatchObject({ owner_id: owner, owner_name: 'Rossi Ltd' });
    expect(statement).toMatchObject({ status: 'open', opening_balance: -300, closing_balance: 354.5, adjustments: [] });
    expect(statement.bookings).toEqual([
      expect.objectContaining({
        booking_id,
        amount: 1140,
        owner_amount: 800,
        commission_amount: 290,
        passed_on_amount: 50,
        balance_amount: 800,
      }),
    ]);
    expect(statement.bookings[0]!.charges).toHaveLength(3);
    expect(statement.host_fees).toMatchObject([{ booking_id, balance_amount: -100 }]);
    expect(statement.expenses).toMatchObject([{ balance_amount: -45.5 }]);
    expect((await statementOf(account, owner, '2026-06')).opening_balance).toBe(354.5);
  });

  it('credits the owner with a tax that the owner remits, as does the accounting feed', async () => {
    const account = service.anAccount();
    const owner = anId();
    await account.booking(sold(owner, { charges: [aCharge('rent', 1000, 800, 200), aCharge('tax', 50, 50, 0)] }));
    const statement = await statementOf(account, owner, '2026-05');
    expect(statement.closing_balance).toBe(850);
    expect(statement.bookings).toMatchObject([
      { amount: 1050, owner_amount: 850, commission_amount: 200, passed_on_amount: 0, balance_amount: 850 },
    ]);
    const { items } = (await account.get('/accounting_entries?month=2026-05')).body;
    expect(items.map(({ lines }: AccountingEntry) => lines)).toEqual([
      [
        { account: 'guest_receivable', debit: 1050, credit: 0 },
        { account: 'owner_payable', debit: 0, credit: 850 },
        { account: 'commission_income', debit: 0, credit: 200 },
      ],
    ]);
  });

  it("includes a charge of an unknown type with the owner's share of the charge", async () => {
    const account = service.anAccount();
    const owner = anId();
    await account.booking(sold(owner, { charges: [{ ...aCharge('rent', 100, 80, 20), type: 'levy' }] }));
    expect(await statementOf(account, owner, '2026-05')).toMatchObject({
      closing_balance: 80,
      bookings: [{ charges: [{ type: 'levy', owner_amount: 80 }] }],
    });
    expect(service.deadLetters).toEqual([]);
  });

  it('is separate for each currency, and includes neither pending bookings nor blocks', async () => {
    const account = service.anAccount();
    const owner = anId();
    await account.booking(sold(owner));
    await account.booking(sold(owner, { currency_code: 'JPY' }));
    await account.booking(sold(owner, { status: 'pending' }));
    await account.booking(sold(owner, { type: 'block' }));
    const { items } = (await account.get(`/statements?owner_id=${owner}&month=2026-05`)).body;
    expect(items.map((one: Statement) => [one.currency_code, one.bookings.length])).toEqual([
      ['EUR', 1],
      ['JPY', 1],
    ]);
  });

  it('lists a fee in the currency of the fee even if the booking has a different currency', async () => {
    const account = service.anAccount();
    const owner = anId();
    const id = await account.booking(sold(owner));
    const payment = await account.record('/payments', { booking_id: id, amount: 500, method: 'card' });
    await account.booking(sold(owner, { id, currency_code: 'JPY' }));
    const of = { booking_id: id, payment_id: payment.id, type: 'processing' };
    const fee = await account.record('/fees', { ...of, amount: 7.25 });
    const { items } = (await account.get(`/statements?owner_id=${owner}&month=2026-05`)).body;
    expect(items).toMatchObject([
      { currency_code: 'EUR', bookings: [], host_fees: [{ record_id: fee.id, balance_amount: -7.25 }] },
      { currency_code: 'JPY', bookings: [{ booking_id: id }], host_fees: [] },
    ]);
    const entries: AccountingEntry[] = (await account.get('/accounting_entries?month=2026-05')).body.items;
    expect(entries.find(({ source_type }) => source_type === 'host_fee')).toMatchObject({
      currency_code: 'EUR',
      lines: [{ debit: 7.25 }, { credit: 7.25 }],
    });
  });

  it("debits the owner with the charges of the owner's own stay", async () => {
    const account = service.anAccount();
    const owner = anId();
    await account.booking(sold(owner, { type: 'owner', charges: [aCharge('surcharge', 90, 0, 90)] }));
    expect(await statementOf(account, owner, '2026-05')).toMatchObject({ closing_balance: -90 });
  });

  it.each([
    [{ counted_by: 'departure' }, '2026-06', 800],
    [{ counted_by: 'nightly' }, '2026-05', 200],
    [{ host_fees_borne_by: 'manager' }, '2026-05', 800],
  ])("applies the account's settings %j", async (settings, month, expected) => {
    const account = service.anAccount();
    const owner = anId();
    const operator = service.asOperator();
    await operator.patch(`/operator/accounts/${account.userId}/statement_settings`, settings);
    const booking_id = await account.booking(
      sold(owner, { arrival: '2026-05-30', departure: '2026-06-07', charges: charges.slice(0, 1) }),
    );
    if ('host_fees_borne_by' in settings) await account.record('/fees', { booking_id, amount: 10, type: 'other' });
    expect((await statementOf(account, owner, month)).closing_balance).toBe(expected);
  });

  it('is empty for an unknown owner and for an owner of another account', async () => {
    const [mine, theirs] = [service.anAccount(), service.anAccount()];
    const owner = anId();
    await theirs.booking(sold(owner));
    for (const id of [owner, anId()]) {
      expect((await mine.get(`/statements?owner_id=${id}&month=2026-05`)).body).toEqual({ items: [] });
    }
  });
});

describe('an owner statement after repeated booking events', () => {
  it('is the same if the events arrive several times and out of order', async () => {
    const account = service.anAccount();
    const owner = anId();
    const ids = [anId(), anId(), anId()];
    const news = ids.flatMap((id) =>
      [1, 2, 3].map((version) => {
        const record = { type: 'booking', status: 'active', property_id: 1, guest_id: null, canceled_utc: null };
        const rent = [aCharge('rent', version * 100, version * 80, version * 20)];
        const sums = { total_paid: 0, total_refunded: 0, total_owed: 0 };
        const entity = { ...record, ...sums, ...sold(owner, { currency_code: 'EUR', charges: rent }), id };
        const about = { entity_type: 'booking', entity_id: id, entity, private: privateOfBooking(entity), version };
        return publishedEvent(account.userId, about);
      }),
    );
    for (const event of news) await service.bus.publish(services.booking.topic, [event]);
    const once = await statementOf(account, owner, '2026-05');
    expect(once.closing_balance).toBe(720);
    for (const event of [...news, ...[...news].reverse()]) await service.bus.publish(services.booking.topic, [event]);
    expect(await statementOf(account, owner, '2026-05')).toEqual(once);
  });
});
