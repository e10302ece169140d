import { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import { MAX_RECORD_BYTES } from '@keyhaven/persistence/plan-change';
import { aCharge } from '../testing/a-charge';
import { anId, type FinanceUnderTest, startFinanceUnderTest } from '../testing/finance-under-test';
import { sold, statementOf } from '../testing/owner-statements';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());

/** Blocks the next creation of a document just before its write. */
function blockNextCreation(): { isBlocked: Promise<void>; unblock: () => void } {
  let unblock = (): void => undefined;
  const released = new Promise<void>((resolve) => (unblock = resolve));
  const create = jest.spyOn(TenantRepository.prototype, 'create');
  const isBlocked = new Promise<void>((blocked) => {
    create.mockImplementationOnce(async function (this: TenantRepository<any, any>, scope, build) {
      create.mockRestore();
      const decision = await build();
      blocked();
      await released;
      return this.create(scope, () => Promise.resolve(decision));
    });
  });
  return { isBlocked, unblock };
}

describe('closing a month', () => {
  it('makes the statement final, so that later changes become adjustments in the first open month', async () => {
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
    // The adjustments are in the closed statement of June, so July has none.
    await account.record('/statements/close', { month: '2026-06' });
    expect(await statementOf(account, owner, '2026-07')).toMatchObject({ opening_balance: 800, adjustments: [] });
  });

  it('also closes all earlier months, even if requests are repeated or concurrent', async () => {
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

  it('stores each line of a large statement exactly once', async () => {
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

  it('adds nothing to a month that a concurrent request has already closed', async () => {
    const account = service.anAccount();
    const [owner, other] = [await account.owner(), anId()];
    const id = await account.booking(sold(owner));
    const moved = await account.booking(sold(other));
    const entry = { owner_id: owner, currency_code: 'EUR', kind: 'payout', amount: 100 };
    await account.record('/owner_entries', { ...entry, date: '2026-06-10' });
    // This creates the account's settings document, so that the next document to be created is a statement.
    await service.asOperator().patch(`/operator/accounts/${account.userId}/statement_settings`, {});
    const slow = blockNextCreation();
    const first = account.post('/statements/close', { month: '2026-05' });
    await slow.isBlocked;
    await account.booking(sold(owner, { id, arrival: '2026-07-03', departure: '2026-07-10' }));
    await account.booking(sold(owner, { id: moved, arrival: '2026-07-03', departure: '2026-07-10' }));
    await account.record('/statements/close', { month: '2026-05' });
    await account.record('/statements/close', { month: '2026-06' });
    const monthsOf = async (who: number) =>
      Promise.all(['2026-05', '2026-06', '2026-07'].map((month) => statementOf(account, who, month)));
    const before = [await monthsOf(owner), await monthsOf(other)];
    slow.unblock();
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

describe('closing a month with an Idempotency-Key', () => {
  afterEach(() => jest.useRealTimers());

  it('is refused again when a refused request is repeated after the month has ended', async () => {
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
