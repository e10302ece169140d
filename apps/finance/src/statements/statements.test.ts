import type { AccountingEntry, Statement } from '@keyhaven/contracts/finance/statement';
import { services } from '@keyhaven/contracts/platform/services';
import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import { MAX_RECORD_BYTES } from '@keyhaven/persistence/plan-change';
import { publishedAccount, publishedEvent } from '@keyhaven/testing/published-event';
import { aCharge } from '../testing/a-charge';
import { anId, type FinanceUnderTest, startFinanceUnderTest, type TestAccount } from '../testing/finance-under-test';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());

const charges = [aCharge('rent', 1000, 800, 200), aCharge('surcharge', 90, 0, 90), aCharge('tax', 50, 0, 0)];

/** An owner's booking with a stay in May 2026. */
function sold(owner_id: number, more: object = {}) {
  return { owner_id, arrival: '2026-05-03', departure: '2026-05-10', charges, ...more };
}

const statementOf = async (account: TestAccount, owner: number, month: string): Promise<Statement> =>
  (await account.get(`/statements?owner_id=${owner}&month=${month}`)).body.items[0];

describe('an owner statement', () => {
  it('shows opening balance, bookings with charges and shares, host fees, expenses, payouts and closing balance', async () => {
    const account = service.anAccount();
    const owner = anId();
    const booking_id = await account.booking(sold(owner));
    await account.record('/fees', { booking_id, amount: 100, type: 'channel_commission' });
    const entry = { owner_id: owner, currency_code: 'EUR' };
    await account.record('/owner_entries', { ...entry, kind: 'payout', amount: 300, date: '2026-04-30' });
    await account.record('/owner_entries', { ...entry, kind: 'expense', amount: 45.5, date: '2026-05-31' });
    const statement = await statementOf(account, owner, '2026-05');
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

  it('credits a tax that the owner remits to the owner, also in the accounting feed', async () => {
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

  it('counts a charge of a type that this version does not know, by its shares', async () => {
    const account = service.anAccount();
    const owner = anId();
    await account.booking(sold(owner, { charges: [{ ...aCharge('rent', 100, 80, 20), type: 'levy' }] }));
    expect(await statementOf(account, owner, '2026-05')).toMatchObject({
      closing_balance: 80,
      bookings: [{ charges: [{ type: 'levy', owner_amount: 80 }] }],
    });
    expect(service.deadLetters).toEqual([]);
  });

  it('is separate for each currency, and counts neither pending bookings nor blocks', async () => {
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

  it('lists a fee in its own currency, even if its booking has another one, as does the accounting feed', async () => {
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

  it('counts the retained amount of a canceled booking, in the month of cancellation at the property', async () => {
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

  it('counts no payments after the cancellation, and never less than 0 after refunds', async () => {
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

  it('counts nothing for a booking that lapsed, unless the operator retained an amount', async () => {
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

  it('counts payments before the cancellation, whichever of the two is received first', async () => {
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
    // The booking becomes active again, and is then canceled with another time.
    await account.booking(sold(owner, { id }));
    await account.booking(sold(owner, { ...status, canceled_utc: '2026-04-01T09:59:59Z' }));
    expect(await stated()).toBe(0);
  });

  it("dates a cancellation in the account's time zone if the property has none", async () => {
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

  it("debits the charges of an owner's own stay to the owner", async () => {
    const account = service.anAccount();
    const owner = anId();
    await account.booking(sold(owner, { type: 'owner', charges: [aCharge('surcharge', 90, 0, 90)] }));
    expect(await statementOf(account, owner, '2026-05')).toMatchObject({ closing_balance: -90 });
  });

  it.each([
    [{ counted_by: 'departure' }, '2026-06', 800],
    [{ counted_by: 'nightly' }, '2026-05', 200],
    [{ host_fees_borne_by: 'manager' }, '2026-05', 800],
  ])('applies the settings of the account: %j', async (settings, month, expected) => {
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

  it('is empty for an unknown owner, and for an owner of another account', async () => {
    const [mine, theirs] = [service.anAccount(), service.anAccount()];
    const owner = anId();
    await theirs.booking(sold(owner));
    for (const id of [owner, anId()]) {
      expect((await mine.get(`/statements?owner_id=${id}&month=2026-05`)).body).toEqual({ items: [] });
    }
  });
});

/** Holds the next creation of a document just before the write. */
function holdNextCreation(): { isHeld: Promise<void>; goOn: () => void } {
  let goOn = (): void => undefined;
  const released = new Promise<void>((resolve) => (goOn = resolve));
  const create = jest.spyOn(TenantRepository.prototype, 'create');
  const isHeld = new Promise<void>((held) => {
    create.mockImplementationOnce(async function (this: TenantRepository<any, any>, scope, build) {
      create.mockRestore();
      const decision = await build();
      held();
      await released;
      return this.create(scope, () => Promise.resolve(decision));
    });
  });
  return { isHeld, goOn };
}

describe('closing a month', () => {
  it('freezes its statement; later changes become adjustments per booking in the first open month', async () => {
    const account = service.anAccount();
    const owner = anId();
    const id = await account.booking(sold(owner));
    expect((await account.record('/statements/close', { month: '2026-05' })).closed_through).toBe('2026-05');
    const frozen = await statementOf(account, owner, '2026-05');
    expect(frozen).toMatchObject({ status: 'closed', closing_balance: 800 });
    await account.booking(sold(owner, { id, charges: [aCharge('rent', 900, 720, 180)] }));
    const late = await account.booking(sold(owner, { charges: [aCharge('rent', 100, 80, 20)] }));
    expect(await statementOf(account, owner, '2026-05')).toEqual(frozen);
    const june = await statementOf(account, owner, '2026-06');
    expect(june).toMatchObject({ opening_balance: 800, closing_balance: 800, bookings: [] });
    expect(june.adjustments).toEqual(
      expect.arrayContaining([
        { kind: 'booking', record_id: id, booking_id: id, balance_amount: -80 },
        { kind: 'booking', record_id: late, booking_id: late, balance_amount: 80 },
      ]),
    );
    // After June was closed with the adjustments, July needs none.
    await account.record('/statements/close', { month: '2026-06' });
    expect(await statementOf(account, owner, '2026-07')).toMatchObject({ opening_balance: 800, adjustments: [] });
  });

  it('closes the months before it too, also when repeated or requested concurrently', async () => {
    const account = service.anAccount();
    const owner = anId();
    await account.booking(sold(owner, { arrival: '2026-02-01', departure: '2026-02-05' }));
    await account.booking(sold(owner));
    const closed = await Promise.all(
      ['2026-05', '2026-04', '2026-05', '2026-03'].map((month) => account.post('/statements/close', { month })),
    );
    expect(closed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await account.get('/statement_settings')).body.closed_through).toBe('2026-05');
    expect(await statementOf(account, owner, '2026-02')).toMatchObject({ status: 'closed', closing_balance: 800 });
    expect(await statementOf(account, owner, '2026-03')).toMatchObject({
      status: 'closed',
      opening_balance: 800,
      bookings: [],
    });
    expect(await statementOf(account, owner, '2026-05')).toMatchObject({ status: 'closed', closing_balance: 1600 });
  });

  it('freezes each line of a statement of any length exactly once', async () => {
    const account = service.anAccount();
    const owner = anId();
    const long = Array.from({ length: 200 }, () => ({
      ...aCharge('surcharge', 1, 0.8, 0.2),
      description: 'x'.repeat(500),
    }));
    const ids: number[] = [];
    for (let booking = 0; booking < 8; booking++) ids.push(await account.booking(sold(owner, { charges: long })));
    const asked = Array.from({ length: 3 }, () => account.post('/statements/close', { month: '2026-05' }));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const frozen = await statementOf(account, owner, '2026-05');
    expect(JSON.stringify(frozen).length).toBeGreaterThan(MAX_RECORD_BYTES);
    expect(frozen).toMatchObject({ status: 'closed', closing_balance: 1280 });
    expect(frozen.bookings.map(({ booking_id }) => booking_id)).toEqual([...ids].sort((a, b) => a - b));
    await account.booking(sold(owner, { id: ids[7], charges: long.slice(100) }));
    expect(await statementOf(account, owner, '2026-05')).toEqual(frozen);
    expect((await statementOf(account, owner, '2026-06')).adjustments).toEqual([
      { kind: 'booking', record_id: ids[7], booking_id: ids[7], balance_amount: -80 },
    ]);
  });

  it('adds nothing to a month that a concurrent request closed meanwhile', async () => {
    const account = service.anAccount();
    const [owner, other] = [anId(), anId()];
    const id = await account.booking(sold(owner));
    const moved = await account.booking(sold(other));
    const entry = { owner_id: owner, currency_code: 'EUR', kind: 'payout', amount: 100 };
    await account.record('/owner_entries', { ...entry, date: '2026-06-10' });
    // The account has its settings document, so the first document that closing creates is a statement.
    await service.asOperator().patch(`/operator/accounts/${account.userId}/statement_settings`, {});
    const slow = holdNextCreation();
    const first = account.post('/statements/close', { month: '2026-05' });
    await slow.isHeld;
    await account.booking(sold(owner, { id, arrival: '2026-07-03', departure: '2026-07-10' }));
    await account.booking(sold(owner, { id: moved, arrival: '2026-07-03', departure: '2026-07-10' }));
    await account.record('/statements/close', { month: '2026-05' });
    await account.record('/statements/close', { month: '2026-06' });
    const monthsOf = async (who: number) =>
      Promise.all(['2026-05', '2026-06', '2026-07'].map((month) => statementOf(account, who, month)));
    const before = [await monthsOf(owner), await monthsOf(other)];
    slow.goOn();
    expect((await first).body).toMatchObject({ closed_through: '2026-06' });
    expect([await monthsOf(owner), await monthsOf(other)]).toEqual(before);
    expect(before[0]!.map(({ status, closing_balance }) => [status, closing_balance])).toEqual([
      ['closed', 0],
      ['closed', -100],
      ['open', 1500],
    ]);
  });

  it('is refused for a month that has not ended', async () => {
    const { post } = service.anAccount();
    for (const month of ['2150-01', new Date().toISOString().slice(0, 7), '2026-13', 'May']) {
      expect((await post('/statements/close', { month })).status).toBe(400);
    }
  });
});

describe('booking events that arrive repeatedly and out of order', () => {
  it('do not change the statement', async () => {
    const account = service.anAccount();
    const owner = anId();
    const ids = [anId(), anId(), anId()];
    const news = ids.flatMap((id) =>
      [1, 2, 3].map((version) => {
        const record = { type: 'booking', status: 'active', property_id: 1, guest_id: null, canceled_utc: null };
        const rent = [aCharge('rent', version * 100, version * 80, version * 20)];
        const sums = { total_paid: 0, total_refunded: 0, total_owed: 0 };
        const entity = { ...record, ...sums, ...sold(owner, { currency_code: 'EUR', charges: rent }), id };
        const about = { entity_type: 'booking', entity_id: id, entity, private: { contained_taxes: [] }, version };
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

describe('a closing of statements with an Idempotency-Key', () => {
  afterEach(() => jest.useRealTimers());

  it('that was refused because the month is not over is refused again when the month is over', async () => {
    const account = service.anAccount();
    const now = new Date();
    const month = now.toISOString().slice(0, 7);
    const close = (key: string) =>
      account.post('/statements/close', { month }, { headers: { 'idempotency-key': key } });
    const refused = await close('a-key');
    expect(refused).toMatchObject({ status: 400, body: { messages: [expect.stringContaining('is not over')] } });
    const doNotFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'];
    const others = ['nextTick', 'queueMicrotask', 'hrtime', 'performance'];
    const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2);
    jest.useFakeTimers({ now: nextMonth, doNotFake: [...doNotFake, ...others] as never });
    expect((await close('a-key')).body).toEqual(refused.body);
    expect((await close('another-key')).body).toMatchObject({ closed_through: month });
  });
});
