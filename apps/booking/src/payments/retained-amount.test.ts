import { until } from '@keyhaven/testing/until';
import {
  aPendingBooking,
  type BookingAndFinance,
  startBookingAndFinance,
  totals,
} from '../testing/booking-and-finance';
import { makeAccount } from '../testing/booking-under-test';

let booking: BookingAndFinance;
let service: BookingAndFinance['service'];
let finance: BookingAndFinance['finance'];
let sendBalance: BookingAndFinance['sendBalance'];
let publish: BookingAndFinance['publish'];
let letDeadlinePass: BookingAndFinance['letDeadlinePass'];
beforeAll(async () => {
  booking = await startBookingAndFinance();
  ({ service, finance, sendBalance, publish, letDeadlinePass } = booking);
});
afterAll(() => booking.stop());
beforeEach(() => booking.reset());

describe('the field retained_amount of a booking', () => {
  it('determines total_owed of a canceled booking, and cannot be set for other bookings', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    expect((await account.operator.patch(`/bookings/${id}`, { retained_amount: 200 })).status).toBe(400);
    await sendBalance(account.userId, id, 1, 300);
    const { body } = await account.operator.patch(`/bookings/${id}`, { status: 'canceled', retained_amount: 200 });
    expect(body).toMatchObject({ status: 'canceled', total_owed: -100 });
  });

  it('defaults to payments minus refunds at the time of cancellation; later payments have to be refunded', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await sendBalance(account.userId, id, 1, 600, 100);
    const canceled = await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    expect(canceled.body).toMatchObject({ total_paid: 600, total_owed: 0 });
    await sendBalance(account.userId, id, 2, 800, 100);
    const read = async () => (await account.api.get(`/v2/bookings/${id}`)).body;
    expect(await read()).toMatchObject({ status: 'canceled', total_paid: 800, total_owed: -200 });
    expect((await account.operator.patch(`/bookings/${id}`, { retained_amount: 650 })).body.total_owed).toBe(-50);
    expect((await account.operator.patch(`/bookings/${id}`, { retained_amount: null })).body.total_owed).toBe(-200);
    await sendBalance(account.userId, id, 3, 800, 300);
    expect(await read()).toMatchObject({ total_owed: 0 });
  });

  it('is never negative', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await sendBalance(account.userId, id, 1, 100, 130);
    const { body } = await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    expect(body).toMatchObject({ total_owed: 30 });
  });

  it('is 0 for a booking that was canceled for lack of payment', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    finance.paymentsOf = () => [];
    await letDeadlinePass(id);
    const read = async () => (await account.api.get(`/v2/bookings/${id}`)).body;
    await until(async () => (await read()).status === 'canceled');
    await sendBalance(account.userId, id, 1, 300);
    expect(await read()).toMatchObject({ total_paid: 300, total_owed: -300 });
    const last = (await service.eventsOf(account.userId, 'booking', 3)).at(-1)!;
    expect(last.private).toMatchObject({ retained_amount: null, has_lapsed: true });
  });

  it('is 0 again when an operator clears the value for a booking that was canceled for lack of payment', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    finance.paymentsOf = () => [];
    await letDeadlinePass(id);
    const read = async () => (await account.api.get(`/v2/bookings/${id}`)).body;
    await until(async () => (await read()).status === 'canceled');
    const canceled_utc = (await service.eventsOf(account.userId, 'booking', 2)).at(-1)!.private.canceled_utc;
    await publish(account.userId, id, 1, 300, {
      entity: { id, totals: [{ ...totals(300)[0], paid_when_canceled: 300 }], canceled_utc },
    });
    const retain = async (retained_amount: number | null) =>
      (await account.operator.patch(`/bookings/${id}`, { retained_amount })).body.total_owed;
    expect(await retain(120)).toBe(-180);
    expect(await retain(null)).toBe(-300);
  });

  it('defaults to the paid amount when a booking canceled for lack of payment is reactivated and canceled again', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    finance.paymentsOf = () => [];
    await letDeadlinePass(id);
    await until(async () => (await account.api.get(`/v2/bookings/${id}`)).body.status === 'canceled');
    await account.api.patch(`/v2/bookings/${id}`, { status: 'active' });
    await sendBalance(account.userId, id, 1, 300);
    const { body } = await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    expect(body).toMatchObject({ total_paid: 300, total_owed: 0 });
    const last = (await service.eventsOf(account.userId, 'booking', 5)).at(-1)!;
    expect(last.private).toMatchObject({ has_lapsed: false });
  });

  it('is corrected by later balances from finance if their canceled_utc matches the current cancellation', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    const first = (await service.eventsOf(account.userId, 'booking', 2)).at(-1)!;
    const canceled_utc = first.private.canceled_utc as string;
    // Both times come from the database's clock, in milliseconds.
    expect(canceled_utc).toBe(first.occurred_utc);
    const late = (version: number, paid: number, when: number, at = canceled_utc) =>
      publish(account.userId, id, version, paid, {
        entity: { id, totals: [{ ...totals(paid)[0], paid_when_canceled: when }], canceled_utc: at },
      });
    const owed = async () => (await account.api.get(`/v2/bookings/${id}`)).body.total_owed as number;
    await late(1, 700, 400);
    expect(await owed()).toBe(-300);
    await late(2, 700, 700, '2026-01-01T00:00:00.000Z');
    expect(await owed()).toBe(-700);
    await late(3, 700, 450);
    expect(await owed()).toBe(-250);
  });

  it('defaults to the amount paid before the second cancellation when a reactivated booking is canceled again', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    await sendBalance(account.userId, id, 1, 500);
    await account.operator.patch(`/bookings/${id}`, { status: 'canceled', retained_amount: 100 });
    await account.api.patch(`/v2/bookings/${id}`, { status: 'active' });
    await sendBalance(account.userId, id, 2, 800);
    expect((await account.api.get(`/v2/bookings/${id}`)).body.total_owed).toBe(200);
    const { body } = await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
    expect(body).toMatchObject({ total_paid: 800, total_owed: 0 });
  });
});
