import { randomUUID } from 'node:crypto';
import { until } from '@keyhaven/testing/until';
import { anId, type FinanceUnderTest, startFinanceUnderTest } from '../testing/finance-under-test';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());
beforeEach(() => void (service.booking.status = 'active'));

const collected_utc = '2027-04-01T10:00:00Z';

describe('a payment', () => {
  it('copies property, guest and currency from its booking, and can be read by id and in lists', async () => {
    const { api, booking, record } = service.anAccount();
    const [property_id, guest_id] = [anId(), anId()];
    const booking_id = await booking({ property_id, guest_id });
    const made = await record('/payments', { booking_id, amount: 120.5, method: 'Bank_Transfer', collected_utc });
    expect(made).toEqual({
      id: made.id,
      property_id,
      booking_id,
      guest_id,
      amount: 120.5,
      currency_code: 'EUR',
      status: 'completed',
      method: 'bank_transfer',
      kind: 'charge',
      reference: null,
      collected_utc,
      deposit_id: null,
      created_utc: expect.any(String),
      updated_utc: expect.any(String),
    });
    expect((await api.get(`/v2/payments/${made.id}`)).body).toEqual(made);
    expect((await api.get(`/v2/payments?booking_id=${booking_id}`)).body).toMatchObject({ count: 1, items: [made] });
  });

  it('keeps its id when its status changes; the same change can be repeated', async () => {
    const { api, booking, record, post, userId } = service.anAccount();
    const booking_id = await booking();
    const { id } = await record('/payments', { booking_id, amount: 80, method: 'card', status: 'pending' });
    expect((await api.get(`/v2/payments/${id}`)).body).toMatchObject({ status: 'pending', collected_utc: null });
    const completed = await record(`/payments/${id}/complete`, { completed_utc: collected_utc });
    expect(completed).toMatchObject({ id, status: 'completed', collected_utc });
    expect(await record(`/payments/${id}/complete`)).toEqual(completed);
    expect(await record(`/payments/${id}/void`)).toMatchObject({ status: 'voided', collected_utc });
    expect((await post(`/payments/${id}/complete`)).status).toBe(409);
    const events = await service.eventsOf(userId, 'payment', 3);
    expect(events.map(({ action, entity }) => [action, entity.status])).toEqual([
      ['entity_create', 'pending'],
      ['entity_update', 'completed'],
      ['entity_update', 'voided'],
    ]);
    const stored = await service.connection.collection('payments').findOne({ _id: id as never });
    expect(stored!.journal.map(({ status }: { status: string }) => status)).toEqual(['pending', 'completed', 'voided']);
  });

  it('takes effect at the time in the request that completes it, or else at the time in the request that created it', async () => {
    const { booking, record } = service.anAccount();
    const booking_id = await booking();
    const pending = { booking_id, amount: 80, status: 'pending' };
    const payment = await record('/payments', { ...pending, method: 'check', collected_utc });
    expect(payment.collected_utc).toBeNull();
    expect(await record(`/payments/${payment.id}/complete`)).toMatchObject({ collected_utc });
    const refund = await record('/refunds', { ...pending, paid_utc: '2027-03-01T00:00:00Z' });
    const later = { completed_utc: collected_utc };
    expect(await record(`/refunds/${refund.id}/complete`, later)).toMatchObject({ paid_utc: collected_utc });
    const lines = [{ type: 'payment', record_id: payment.id }];
    const sent = { currency_code: 'EUR', account: 'Main', status: 'pending', lines, deposited_utc: collected_utc };
    const deposit = await record('/deposits', sent);
    expect(deposit.deposited_utc).toBeNull();
    expect(await record(`/deposits/${deposit.id}/complete`)).toMatchObject({ deposited_utc: collected_utc });
  });

  it('can be from a guest other than the guest of its booking, but not from an unknown guest', async () => {
    const { userId, booking, record, post } = service.anAccount();
    const [own, other] = [anId(), anId()];
    service.booking.guests.add(`${userId}/${other}`);
    const booking_id = await booking({ guest_id: own });
    const payment = { booking_id, amount: 10, method: 'card' };
    for (const guest_id of [own, other, null]) {
      expect(await record('/payments', { ...payment, guest_id })).toMatchObject({ guest_id });
    }
    const unknown = anId();
    const { status, body } = await post('/payments', { ...payment, guest_id: unknown });
    expect([status, body.messages]).toEqual([400, [`guest_id: guest ${unknown} does not exist`]]);
  });

  it('is created only once by eight concurrent requests with the same Idempotency-Key', async () => {
    const { api, booking, post } = service.anAccount();
    const booking_id = await booking();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('/payments', { booking_id, amount: 10, method: 'cash' }, { headers })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await api.get('/v2/payments')).body.count).toBe(1);
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: 1.005 }, 'amount: 1.005 has more decimals than EUR'],
    [{ method: 'beads' }, 'method'],
    [{ currency_code: 'USD' }, 'currency_code: USD is not the currency of the booking; send the amount in EUR'],
    [{ status: 'voided' }, 'status'],
    [{ reference: 'x'.repeat(201) }, 'reference'],
  ])('is refused with %j, and the error names the field', async (part, message) => {
    const { api, booking, post } = service.anAccount();
    const booking_id = await booking();
    const { status, body } = await post('/payments', { booking_id, amount: 10, method: 'card', ...part });
    expect([status, body.messages.join()]).toEqual([400, expect.stringContaining(message)]);
    expect((await api.get('/v2/payments')).body.count).toBe(0);
  });

  it('keeps its exact amount in currencies with zero or three decimals', async () => {
    const { booking, record } = service.anAccount();
    for (const [currency_code, amount] of [
      ['JPY', 12000],
      ['KWD', 1.234],
    ] as const) {
      const booking_id = await booking({ currency_code });
      expect(await record('/payments', { booking_id, amount, method: 'card' })).toMatchObject({
        amount,
        currency_code,
      });
    }
  });

  it("is accepted before the booking's event has arrived, if the booking service has the booking", async () => {
    const { userId, record, post } = service.anAccount();
    const booking_id = anId();
    const known = { type: 'booking', property_id: anId(), guest_id: null, currency_code: 'EUR' };
    const payment = { booking_id, amount: 10, method: 'card' };
    expect((await post('/payments', payment)).status).toBe(400);
    service.booking.known.set(`${userId}/${booking_id}`, known);
    expect(await record('/payments', payment)).toMatchObject({ property_id: known.property_id });
  });
});

describe('a refund or fee of a payment', () => {
  it('has the kind of the payment if it is a refund; a refund with a different kind is refused', async () => {
    const { api, booking, record, post } = service.anAccount();
    const booking_id = await booking();
    const deposit = await record('/payments', { booking_id, amount: 250, method: 'card', kind: 'security_deposit' });
    const charge = await record('/payments', { booking_id, amount: 100, method: 'card' });
    const back = await record('/refunds', { booking_id, payment_id: deposit.id, amount: 200 });
    expect((await api.get(`/v2/refunds/${back.id}`)).body).toMatchObject({ kind: 'security_deposit', amount: 200 });
    expect(await record('/refunds', { booking_id, payment_id: charge.id, amount: 1 })).toMatchObject({
      kind: 'charge',
    });
    expect(await record('/refunds', { booking_id, amount: 1 })).toMatchObject({ kind: 'charge' });
    const mixed = await post('/refunds', { booking_id, payment_id: deposit.id, amount: 50, kind: 'charge' });
    expect([mixed.status, mixed.body.messages]).toEqual([
      400,
      [`kind: charge is not accepted; payment ${deposit.id} is a security_deposit`],
    ]);
  });

  it('has the currency of the payment by default, even if the currency of the booking has changed', async () => {
    const { booking, record, post } = service.anAccount();
    const id = await booking({ currency_code: 'EUR' });
    const payment = await record('/payments', { booking_id: id, amount: 80.5, method: 'card' });
    await booking({ id, currency_code: 'JPY' });
    const of = { booking_id: id, payment_id: payment.id, amount: 20.5 };
    expect(await record('/refunds', of)).toMatchObject({ amount: 20.5, currency_code: 'EUR' });
    expect(await record('/refunds', { ...of, currency_code: 'EUR' })).toMatchObject({ currency_code: 'EUR' });
    expect(await record('/fees', { ...of, type: 'processing' })).toMatchObject({ currency_code: 'EUR' });
    const inYen = { ...of, amount: 3000, currency_code: 'JPY' };
    expect(await record('/fees', { ...inYen, type: 'other' })).toMatchObject({ amount: 3000, currency_code: 'JPY' });
    expect((await post('/refunds', inYen)).status).toBe(400);
    for (const other of [{ currency_code: 'USD' }, { currency_code: 'EUR', payment_id: null }]) {
      expect((await post('/refunds', { ...of, ...other })).status).toBe(400);
    }
  });
});

describe('requests for records of another account', () => {
  it('return the same as requests for unknown ids', async () => {
    const [mine, theirs] = [service.anAccount(), service.anAccount()];
    const booking_id = await theirs.booking();
    const payment = await theirs.record('/payments', { booking_id, amount: 10, method: 'card' });
    const unknown = anId();
    const same = async (answerOf: (id: number) => Promise<{ status: number; body: any }>, id: number) => {
      const [other, none] = [await answerOf(id), await answerOf(unknown)];
      const plain = ({ body }: { body: unknown }, own: number) =>
        JSON.stringify(body).replaceAll(new RegExp(`\\b${own}\\b`, 'g'), 'ID');
      expect([other.status, plain(other, id)]).toEqual([none.status, plain(none, unknown)]);
      expect(other.status).toBeGreaterThanOrEqual(400);
    };
    await same((id) => mine.api.get(`/v2/payments/${id}`), payment.id);
    await same((id) => mine.post(`/payments/${id}/void`), payment.id);
    await same((id) => mine.post('/payments', { booking_id: id, amount: 1, method: 'card' }), booking_id);
    const own = await mine.booking();
    await same((id) => mine.post('/refunds', { booking_id: own, amount: 1, payment_id: id }), payment.id);
    const lines = (id: number) => [{ type: 'payment', record_id: id }];
    await same((id) => mine.post('/deposits', { currency_code: 'EUR', account: 'a', lines: lines(id) }), payment.id);
    expect((await mine.api.get(`/v2/payments?booking_id=${booking_id}`)).body.items).toEqual([]);
  });
});

describe('lists of records', () => {
  it('can be filtered by property, status and day, and are ordered by id and paged', async () => {
    const { api, booking, record } = service.anAccount();
    const property_id = anId();
    const booking_id = await booking({ property_id });
    const other = await booking();
    const ids: number[] = [];
    for (const day of ['2027-04-01', '2027-04-02', '2027-04-03']) {
      const made = await record('/refunds', { booking_id, amount: 5, paid_utc: `${day}T23:59:59Z` });
      ids.push(made.id);
    }
    await record('/refunds', { booking_id: other, amount: 5 });
    await record(`/refunds/${ids[2]}/void`);
    const idsOf = async (query: string) =>
      (await api.get(`/v2/refunds?${query}`)).body.items.map(({ id }: { id: number }) => id);
    expect(await idsOf(`property_ids=${property_id}`)).toEqual(ids);
    expect(await idsOf(`property_id=${property_id}&status=Completed`)).toEqual(ids.slice(0, 2));
    expect(await idsOf('from=2027-04-02&to=2027-04-02')).toEqual([ids[1]]);
    expect(await idsOf('since_utc=2150-01-01')).toEqual([]);
    const first = (await api.get(`/v2/refunds?property_ids=${property_id}&limit=2`)).body;
    expect(first.next_page_url).toContain(`/v2/refunds?property_ids=${property_id}&limit=2&offset=2`);
    expect((await api.get(first.next_page_url)).body).toMatchObject({ count: 1, next_page_url: null });
    expect((await api.get('/v2/fees?sinceUtc=2027-01-01')).status).toBe(400);
    expect((await api.get('/v2/fees?limit=1001')).status).toBe(400);
  });
});

describe('the finance service', () => {
  it('sends totals without security deposits to the booking service before it answers a request that records or completes a payment', async () => {
    const { userId, booking, record } = service.anAccount();
    const booking_id = await booking();
    await record('/payments', { booking_id, amount: 100, method: 'card' });
    await record('/payments', { booking_id, amount: 500, method: 'card', kind: 'security_deposit' });
    await record('/refunds', { booking_id, amount: 30 });
    await record('/fees', { booking_id, amount: 3.5, type: 'processing' });
    const pending = await record('/payments', { booking_id, amount: 50, method: 'card', status: 'pending' });
    const notified = () => service.booking.notified.filter(({ bookingId }) => bookingId === booking_id);
    const own = { currency_code: 'EUR', total_paid: 100, total_refunded: 30, total_host_fees: 3.5 };
    const totals = { ...own, paid_when_canceled: 0 };
    expect(notified().at(-1)).toMatchObject({ user_id: userId, balance: { totals: [totals] } });
    await record(`/payments/${pending.id}/complete`);
    expect(notified().at(-1)!.balance.totals).toEqual([{ ...totals, total_paid: 150 }]);
    const events = await service.eventsOf(userId, 'booking_balance', 4);
    expect(events.map(({ entity_id }) => entity_id)).toEqual(events.map(() => booking_id));
    expect(events.at(-1)!.entity.totals).toEqual([{ ...totals, total_paid: 150 }]);
  });

  it('stores a payment and publishes the new balance even if it cannot reach the booking service', async () => {
    const { userId, booking, record } = service.anAccount();
    const booking_id = await booking();
    service.booking.status = undefined;
    expect(await record('/payments', { booking_id, amount: 10, method: 'card' })).toMatchObject({
      status: 'completed',
    });
    const [event] = await service.eventsOf(userId, 'booking_balance', 1);
    expect(event!.entity.totals).toMatchObject([{ total_paid: 10 }]);
  });

  it('stores a payment and warns the operator if the booking service responds that the booking is canceled', async () => {
    const { booking, record } = service.anAccount();
    const booking_id = await booking({ status: 'pending' });
    service.booking.status = 'canceled';
    const count = service.warningsOfCanceled;
    const before = await count();
    expect(await record('/payments', { booking_id, amount: 10, method: 'card' })).toMatchObject({
      status: 'completed',
    });
    expect(await count()).toBe(before + 1);
    await record('/refunds', { booking_id, amount: 10 });
    expect(await count()).toBe(before + 1);
  });

  it('returns the ids of the completed and pending payments of a booking to the booking service', async () => {
    const { userId, booking, record } = service.anAccount();
    const booking_id = await booking();
    const ask = async () =>
      (await service.asOperator().post(`/internal/bookings/${booking_id}/payments`, { user_id: userId })).body;
    expect(await ask()).toEqual({ payment_ids: [] });
    const { id } = await record('/payments', { booking_id, amount: 10, method: 'card', status: 'pending' });
    expect(await ask()).toEqual({ payment_ids: [id] });
    await record(`/payments/${id}/fail`);
    expect(await ask()).toEqual({ payment_ids: [] });
  });

  it('publishes a total that includes all of twelve concurrent payments', async () => {
    const { userId, booking, record } = service.anAccount();
    const booking_id = await booking();
    await Promise.all(
      Array.from({ length: 12 }, () => record('/payments', { booking_id, amount: 10, method: 'card' })),
    );
    const balance = await until(async () => {
      const events = await service.eventsOf(userId, 'booking_balance', 1);
      const last = events.at(-1)!;
      return (last.entity.totals as { total_paid: number }[])[0]!.total_paid === 120 ? last : undefined;
    });
    expect(balance.entity_id).toBe(booking_id);
  });
});
