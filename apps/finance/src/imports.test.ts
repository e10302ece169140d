import { type FinanceUnderTest, startFinanceUnderTest, type TestAccount } from './testing/finance-under-test';

let finance: FinanceUnderTest;
beforeAll(async () => {
  finance = await startFinanceUnderTest();
});
afterAll(() => finance.stop());

const importing = ({ post }: TestAccount, records: string, lines: readonly object[]) =>
  post(`/imports/${records}`, undefined, {
    rawBody: lines.map((line) => JSON.stringify(line)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
const payment = (number: number, booking_id: number, amount = 100) => ({
  import_key: `payment-${number}`,
  booking_id,
  amount,
  method: 'card',
  status: 'completed',
});

describe('an import of payments', () => {
  it('records each payment only once if it is imported again, and publishes the balance of each booking', async () => {
    const account = finance.anAccount();
    const bookings = [await account.booking(), await account.booking()];
    const lines = [payment(1, bookings[0]!), payment(2, bookings[1]!, 50), payment(3, bookings[0]!, 20)];
    const { body } = await importing(account, 'payments', lines);
    expect(body).toMatchObject({ created: 3, same: 0, refused: 0 });
    expect((await importing(account, 'payments', lines)).body).toMatchObject({ created: 0, same: 3, refused: 0 });
    expect((await account.api.get('/v2/payments')).body.items).toHaveLength(3);
    const paid = async () => {
      const events = await finance.eventsOf(account.userId, 'booking_balance', 2);
      const latest = new Map(events.map(({ entity_id, entity }) => [entity_id, (entity as any).totals[0].total_paid]));
      return bookings.map((id) => latest.get(id) as unknown);
    };
    expect(await paid()).toEqual([120, 50]);
  });

  it('does not warn of payments for canceled bookings', async () => {
    const account = finance.anAccount();
    const booking_id = await account.booking({ status: 'canceled', canceled_utc: '2027-04-01T08:00:00Z' });
    finance.booking.status = 'canceled';
    const before = await finance.warningsOfCanceled();
    const { body } = await importing(account, 'payments', [payment(1, booking_id)]);
    await finance.eventsOf(account.userId, 'booking_balance', 1);
    expect([body.created, await finance.warningsOfCanceled()]).toEqual([1, before]);
    await account.record('/payments', { booking_id, amount: 10, method: 'card' });
    expect(await finance.warningsOfCanceled()).toBe(before + 1);
  });

  it('refuses only the lines whose booking does not exist in the account', async () => {
    const [account, other] = [finance.anAccount(), finance.anAccount()];
    const [own, theirs] = [await account.booking(), await other.booking()];
    const { body } = await importing(account, 'payments', [payment(1, theirs), payment(2, own)]);
    expect(body.items).toMatchObject([
      { result: 'refused', error: { messages: [`booking_id: booking ${theirs} does not exist`] } },
      { result: 'created' },
    ]);
  });
});

describe('an import of refunds', () => {
  it('refuses one of two lines if their refunds together exceed the payment', async () => {
    const account = finance.anAccount();
    const booking_id = await account.booking();
    const { body: payments } = await importing(account, 'payments', [payment(1, booking_id)]);
    const refund = { booking_id, payment_id: payments.items[0].id, amount: 60, status: 'completed' };
    const lines = [1, 2].map((number) => ({ import_key: `refund-${number}`, ...refund }));
    const { body } = await importing(account, 'refunds', lines);
    expect(body).toMatchObject({ created: 1, refused: 1 });
  });
});
