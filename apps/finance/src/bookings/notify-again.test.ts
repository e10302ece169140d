import { until } from '@keyhaven/testing/until';
import { type FinanceUnderTest, startFinanceUnderTest, type TestAccount } from '../testing/finance-under-test';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest({ NOTIFY_AGAIN_SECONDS: '0.05' });
});
afterAll(() => service.stop());

const pay = (account: TestAccount, booking_id: number) =>
  account.record('/payments', { booking_id, amount: 10, method: 'card' });
const isWaiting = async (id: number) =>
  (await service.connection.collection('payments').findOne({ _id: id as never }))!.notify_due_utc !== undefined;

describe('a payment that the booking service did not acknowledge', () => {
  it('is sent again until the booking service acknowledges it', async () => {
    const account = service.anAccount();
    const [first, second] = [await account.booking(), await account.booking()];
    service.booking.status = undefined;
    const asked = service.booking.refused;
    const payments = [await pay(account, first), await pay(account, second)];
    // The first two failures are from the requests, and the next two from the sweep.
    await until(() => service.booking.refused >= asked + 4);
    expect(await Promise.all(payments.map(({ id }) => isWaiting(id)))).toEqual([true, true]);
    const warnings = await service.warningsOfCanceled();
    service.booking.status = 'canceled';
    await until(async () => (await service.warningsOfCanceled()) >= warnings + 2);
    for (const { id } of payments) await until(async () => !(await isWaiting(id)));
    const notified = service.booking.notified.map(({ bookingId }) => bookingId);
    expect(notified).toEqual(expect.arrayContaining([first, second]));
  });

  it('is not sent again after it was voided', async () => {
    const account = service.anAccount();
    const booking_id = await account.booking();
    service.booking.status = undefined;
    const { id } = await pay(account, booking_id);
    await account.record(`/payments/${id}/void`);
    expect(await isWaiting(id)).toBe(false);
    service.booking.status = 'active';
  });
});

describe('a payment that the booking service acknowledged', () => {
  it('is not scheduled to be sent again', async () => {
    const account = service.anAccount();
    service.booking.status = 'active';
    const { id } = await pay(account, await account.booking());
    expect(await isWaiting(id)).toBe(false);
  });
});
