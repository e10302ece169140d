import { randomUUID } from 'node:crypto';
import { beforeNextJob } from '@keyhaven/testing/before-next-job';
import { times } from '@keyhaven/testing/sample';
import { type FinanceUnderTest, startFinanceUnderTest } from '../testing/finance-under-test';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());

async function aBookingPaid(amount = 100) {
  const account = service.anAccount();
  const booking_id = await account.booking();
  const payment = await account.record('/payments', { booking_id, amount, method: 'card' });
  const deposit = (lines: unknown[], more: object = {}) =>
    account.post('/deposits', { currency_code: 'EUR', account: 'Main account', lines, ...more });
  return { ...account, booking_id, payment, deposit, line: { type: 'payment', record_id: payment.id } };
}

describe('a deposit to a bank account', () => {
  it('has positive and negative lines that add up to its amount', async () => {
    const { api, record, booking_id, deposit, line } = await aBookingPaid();
    const refund = await record('/refunds', { booking_id, amount: 20 });
    const fee = await record('/fees', { booking_id, amount: 2.9, type: 'processing' });
    const { status, body } = await deposit([
      line,
      { type: 'refund', record_id: refund.id },
      { type: 'fee', record_id: fee.id },
      { type: 'adjustment', amount: -5, description: 'Chargeback fee' },
    ]);
    expect([status, body.amount]).toEqual([200, 72.1]);
    expect(body.lines.map((one: { type: string; amount: number }) => [one.type, one.amount])).toEqual([
      ['payment', 100],
      ['refund', -20],
      ['fee', -2.9],
      ['adjustment', -5],
    ]);
    for (const path of [`/v2/payments/${line.record_id}`, `/v2/refunds/${refund.id}`, `/v2/fees/${fee.id}`]) {
      expect((await api.get(path)).body.deposit_id).toBe(body.id);
    }
    expect((await api.get(`/v2/deposits?booking_id=${booking_id}`)).body.items).toEqual([body]);
  });

  it('is refused (409) if its payment was voided, even if another process has already voided the deposit', async () => {
    const { api, userId, deposit, line, payment } = await aBookingPaid();
    const replica = await service.startReplica();
    try {
      beforeNextJob('link_deposit_records', async (id) => {
        const payments = service.connection.collection<{ _id: number }>('payments');
        await payments.updateOne({ _id: payment.id }, { $set: { status: 'voided' } });
        // Before a write of the deposit, the replica runs the unfinished job of the deposit. The job voids the deposit.
        await replica.asOperator().post(`/operator/accounts/${userId}/deposits/${id}/void`, {});
      });
      const { status, body } = await deposit([line]);
      expect([status, body.messages]).toEqual([
        409,
        [`lines: payment ${payment.id} is voided; only completed ones are paid out`],
      ]);
    } finally {
      await replica.stop();
    }
    expect((await api.get('/v2/deposits')).body.items).toMatchObject([{ status: 'voided' }]);
    expect((await api.get(`/v2/payments/${payment.id}`)).body.deposit_id).toBeNull();
  });

  it('may have a negative amount', async () => {
    const { record, booking_id, deposit } = await aBookingPaid();
    const refund = await record('/refunds', { booking_id, amount: 20 });
    expect((await deposit([{ type: 'refund', record_id: refund.id }])).body.amount).toBe(-20);
  });

  it("shows on a line the amount and currency of the record if this currency differs from the deposit's", async () => {
    const { deposit, line } = await aBookingPaid();
    expect((await deposit([line], { currency_code: 'USD' })).status).toBe(400);
    const { body } = await deposit([{ ...line, amount: 108.25 }], { currency_code: 'USD' });
    expect(body).toMatchObject({
      amount: 108.25,
      lines: [{ amount: 108.25, source_amount: 100, source_currency_code: 'EUR' }],
    });
  });

  it.each([
    [
      'an amount that is not the sum of its lines',
      (line: object) => [[line], { amount: 99 }],
      'amount: 99 is not the sum',
    ],
    ['two lines for the same record', (line: object) => [[line, line], {}], 'is listed twice'],
    [
      'a line with an amount other than that of its record',
      (line: object) => [[{ ...line, amount: 90 }], {}],
      'lines.0.amount',
    ],
    ['no lines', () => [[], {}], 'lines'],
  ] satisfies [string, (line: object) => [object[], object], string][])(
    'is refused with %s',
    async (_name, make, message) => {
      const { api, deposit, line, payment } = await aBookingPaid();
      const [lines, more] = make(line);
      const { status, body } = await deposit(lines, more);
      expect([status, body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
      expect((await api.get(`/v2/payments/${payment.id}`)).body.deposit_id).toBeNull();
    },
  );

  it('is refused if the booking of an adjustment does not exist or is a block; the error contains the number of the line', async () => {
    const { booking, deposit, line } = await aBookingPaid();
    const block = await booking({ type: 'block' });
    const adjustment = { type: 'adjustment', amount: -5, description: 'Chargeback fee' };
    const lines = [line, { ...adjustment, booking_id: 99 }, { ...adjustment, booking_id: block }];
    const { status, body } = await deposit(lines);
    expect([status, body.messages]).toEqual([
      400,
      [
        'lines.1.booking_id: booking 99 does not exist',
        `lines.2.booking_id: ${block} is a block; money can only be recorded for bookings`,
      ],
    ]);
  });

  it('is refused without effect if it contains records that are not completed', async () => {
    const { userId, api, get, record, booking_id, deposit, line } = await aBookingPaid();
    const of = { booking_id, amount: 7, method: 'card' };
    const pending = await record('/payments', { ...of, status: 'pending' });
    const voided = await record('/payments', of);
    await record(`/payments/${voided.id}/void`);
    const lines = [pending, voided].map(({ id }) => ({ type: 'payment', record_id: id }));
    const { status, body } = await deposit([line, ...lines]);
    const why = `payment ${pending.id} is pending; only completed ones are paid out; payment ${voided.id} is voided`;
    expect([status, body.messages.join()]).toEqual([409, expect.stringContaining(why)]);
    expect((await api.get('/v2/deposits')).body.count).toBe(0);
    const month = new Date().toISOString().slice(0, 7);
    const { items } = (await get(`/accounting_entries?month=${month}`)).body;
    expect(items.filter(({ source_type }: { source_type: string }) => source_type === 'deposit')).toEqual([]);
    // If the refused deposit had been published, its event would be the first one.
    const { id } = (await deposit([line])).body;
    const [published] = await service.eventsOf(userId, 'deposit', 1);
    expect(published!.entity_id).toBe(id);
  });

  it('prevents its records from being voided or deposited again until the deposit is voided', async () => {
    const { api, record, post, deposit, line, payment } = await aBookingPaid();
    const first = (await deposit([line])).body;
    expect((await deposit([line])).body.messages.join()).toContain(`is in deposit ${first.id} already`);
    expect((await post(`/payments/${payment.id}/void`)).status).toBe(409);
    await record(`/deposits/${first.id}/void`);
    expect((await api.get(`/v2/payments/${payment.id}`)).body.deposit_id).toBeNull();
    const second = (await deposit([line])).body;
    expect((await api.get(`/v2/payments/${payment.id}`)).body.deposit_id).toBe(second.id);
  });

  it('is created once if several requests have the same Idempotency-Key', async () => {
    const { post, api, line } = await aBookingPaid();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { currency_code: 'EUR', account: 'Main', lines: [line] };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('/deposits', body, { headers })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await api.get('/v2/deposits')).body.count).toBe(1);
  });
});

describe('concurrent deposits', () => {
  it('never share a record', async () => {
    const { api, record, booking_id, deposit, line } = await aBookingPaid();
    const others = await Promise.all(
      Array.from({ length: 8 }, () => record('/payments', { booking_id, amount: 7, method: 'card' })),
    );
    const answers = await Promise.all(others.map(({ id }) => deposit([{ type: 'payment', record_id: id }, line])));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect((await api.get(`/v2/payments/${line.record_id}`)).body.deposit_id).toBe(won[0]!.body.id);
    expect((await api.get('/v2/deposits?status=completed')).body.count).toBe(1);
  });

  it('never contain a record that is voided at the same time', async () => {
    for (let round = 0; round < times(8, 3); round++) {
      const { api, post, deposit, line, payment } = await aBookingPaid();
      const [made, voided] = await Promise.all([deposit([line]), post(`/payments/${payment.id}/void`)]);
      expect([made.status, voided.status].sort()).toEqual([200, 409]);
      const now = (await api.get(`/v2/payments/${payment.id}`)).body;
      const inForce = (await api.get('/v2/deposits?status=completed')).body.items;
      expect(now.status === 'voided' ? inForce.length : now.deposit_id).toBe(
        now.status === 'voided' ? 0 : inForce[0].id,
      );
    }
  });
});
