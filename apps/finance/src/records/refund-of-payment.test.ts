import { beforeNextJob } from '@keyhaven/testing/before-next-job';
import { times } from '@keyhaven/testing/sample';
import { type FinanceUnderTest, startFinanceUnderTest } from '../testing/finance-under-test';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());

/** Creates a booking with a card payment of 100. */
async function aPaidBooking(more: object = {}) {
  const account = service.anAccount();
  const booking_id = await account.booking();
  const { id } = await account.record('/payments', { booking_id, amount: 100, method: 'card', ...more });
  const refund = (amount: number, other: object = {}) =>
    account.post('/refunds', { booking_id, payment_id: id, amount, ...other });
  return { ...account, booking_id, payment_id: id, refund };
}

const isVoided = { $set: { status: 'voided' } };

describe('a refund', () => {
  it('is refused if it exceeds the part of the payment that has not been refunded yet', async () => {
    const { api, refund, payment_id } = await aPaidBooking();
    expect((await refund(100.01)).status).toBe(400);
    expect((await refund(60)).status).toBe(200);
    const refused = await refund(40.01);
    expect(refused.status).toBe(400);
    expect(refused.body.messages).toEqual([
      `amount: 40.01 is more than what remains of payment ${payment_id}; expected at most 40 of 100 EUR`,
    ]);
    expect((await api.get('/v2/refunds')).body.count).toBe(1);
    expect((await refund(40)).status).toBe(200);
    expect((await refund(0.01)).status).toBe(400);
  });

  it('is limited by completed and pending refunds of the same payment, but not by failed or voided refunds', async () => {
    const { post, refund } = await aPaidBooking();
    const pending = await refund(70, { status: 'pending' });
    expect((await refund(31)).status).toBe(400);
    await post(`/refunds/${pending.body.id}/fail`);
    const completed = await refund(80);
    expect(completed.status).toBe(200);
    expect((await refund(21)).status).toBe(400);
    await post(`/refunds/${completed.body.id}/void`);
    expect((await refund(100)).status).toBe(200);
  });

  it('cannot, together with concurrent refunds, exceed the payment', async () => {
    const { api, refund } = await aPaidBooking();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(30)));
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, 200, 200, ...Array.from({ length: 17 }, () => 400)]);
    expect((await api.get('/v2/refunds')).body.count).toBe(3);
  });

  it('is recorded once if a request is repeated with its Idempotency-Key, even after a full refund', async () => {
    const { api, post, booking_id, payment_id } = await aPaidBooking();
    const body = { booking_id, payment_id, amount: 100 };
    const send = () => post('/refunds', body, { headers: { 'idempotency-key': 'refund-1' } });
    const first = await send();
    expect(first.status).toBe(200);
    expect((await send()).body).toEqual(first.body);
    expect((await api.get('/v2/refunds')).body.count).toBe(1);
  });

  it.each(['pending', 'voided', 'failed'])('is refused for a payment that is %s', async (status) => {
    const { refund, post, payment_id } = await aPaidBooking({ status: 'pending' });
    if (status !== 'pending') await post(`/payments/${payment_id}/${status === 'voided' ? 'void' : 'fail'}`);
    const { status: answered, body } = await refund(10);
    expect(answered).toBe(400);
    expect(body.messages[0]).toContain(`payment_id: payment ${payment_id} is ${status}`);
  });

  it.each(['void', 'fail'])(
    'prevents a request to %s its payment (409) while the refund is pending or completed',
    async (action) => {
      const { api, post, refund, payment_id } = await aPaidBooking();
      const pending = await refund(20, { status: 'pending' });
      const completed = await refund(30);
      const refused = await post(`/payments/${payment_id}/${action}`);
      expect(refused.status).toBe(409);
      expect(refused.body.messages).toEqual([
        `payment ${payment_id} has pending or completed refunds: ${pending.body.id}, ${completed.body.id}; void them first`,
      ]);
      expect((await api.get(`/v2/payments/${payment_id}`)).body.status).toBe('completed');
      await post(`/refunds/${pending.body.id}/fail`);
      expect((await post(`/payments/${payment_id}/${action}`)).status).toBe(409);
      await post(`/refunds/${completed.body.id}/void`);
      expect((await post(`/payments/${payment_id}/${action}`)).status).toBe(200);
    },
  );

  it('never succeeds together with a concurrent void of its payment', async () => {
    const { api, post, booking, record } = service.anAccount();
    const booking_id = await booking();
    for (let round = 0; round < times(40, 8); round++) {
      const { id } = await record('/payments', { booking_id, amount: 100, method: 'card' });
      const [refunded, voided] = await Promise.all([
        post('/refunds', { booking_id, payment_id: id, amount: 100 }),
        post(`/payments/${id}/void`),
      ]);
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([refunded.status, voided.status]);
      const payment = (await api.get(`/v2/payments/${id}`)).body;
      const { items } = (await api.get(`/v2/refunds?booking_id=${booking_id}`)).body;
      const inForce = items.filter((one: any) => one.payment_id === id && one.status === 'completed');
      expect([payment.status, inForce.length]).toEqual(refunded.status === 200 ? ['completed', 1] : ['voided', 0]);
      for (const { id: refundId } of inForce) await record(`/refunds/${refundId}/void`);
    }
  });

  it('is refused (400) if its payment was voided, even if another process has already voided the refund', async () => {
    const { api, userId, refund, payment_id } = await aPaidBooking();
    const replica = await service.startReplica();
    try {
      beforeNextJob('recheck_refund', async (id) => {
        await service.connection.collection<{ _id: number }>('payments').updateOne({ _id: payment_id }, isVoided);
        // Before a write of the refund, the replica runs the unfinished job of the refund. The job voids the refund.
        await replica.asOperator().post(`/operator/accounts/${userId}/refunds/${id}/void`, {});
      });
      const { status, body } = await refund(20);
      expect([status, body.messages]).toEqual([
        400,
        [`payment_id: payment ${payment_id} is voided; only a completed payment can be refunded`],
      ]);
    } finally {
      await replica.stop();
    }
    expect((await api.get('/v2/refunds')).body.items).toMatchObject([{ status: 'voided' }]);
  });

  it('cannot be completed if the payment is no longer completed', async () => {
    const { api, post, refund, payment_id } = await aPaidBooking();
    const pending = await refund(20, { status: 'pending' });
    // The API cannot create such a payment, but a restored database may contain one.
    const payments = service.connection.collection<{ _id: number }>('payments');
    await payments.updateOne({ _id: payment_id }, { $set: { status: 'failed' } });
    const refused = await post(`/refunds/${pending.body.id}/complete`);
    expect(refused.status).toBe(409);
    expect(refused.body.messages).toEqual([
      `payment_id: payment ${payment_id} is failed; only a completed payment can be refunded`,
    ]);
    expect((await api.get(`/v2/refunds/${pending.body.id}`)).body.status).toBe('pending');
  });

  it("is refused in a currency other than the payment's", async () => {
    const { booking, booking_id, refund } = await aPaidBooking();
    await booking({ id: booking_id, currency_code: 'USD' });
    expect((await refund(10, { currency_code: 'USD' })).body.messages[0]).toContain('currency_code: USD');
    expect((await refund(10)).body.currency_code).toBe('EUR');
  });

  it('has no limit if the request refers to no payment', async () => {
    const { post, booking_id } = await aPaidBooking();
    expect((await post('/refunds', { booking_id, amount: 500 })).status).toBe(200);
  });
});
