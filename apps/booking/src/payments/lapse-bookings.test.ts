import { createLogger } from '@keyhaven/service/observability/logger';
import { until } from '@keyhaven/testing/until';
import { withClockWrongBy } from '@keyhaven/testing/wrong-clock';
import { aPendingBooking, type BookingAndFinance, startBookingAndFinance } from '../testing/booking-and-finance';
import { makeAccount } from '../testing/booking-under-test';
import type { lapseBookings as sweep } from './lapse-bookings';

/** The log lines of the sweeps, which otherwise log nothing in tests. */
const mockLines: string[] = [];
jest.mock('./lapse-bookings', () => {
  const { lapseBookings } = jest.requireActual<{ lapseBookings: typeof sweep }>('./lapse-bookings');
  const wrapped: typeof sweep = (store, stays, finance, clock, position, _silent, isStopped) => {
    const logger = createLogger('booking', 'info', { write: (line) => mockLines.push(line) });
    return lapseBookings(store, stays, finance, clock, position, logger, isStopped);
  };
  return { lapseBookings: wrapped };
});

/** The events that the sweeps have logged about a booking. */
function loggedAbout(bookingId: number): string[] {
  const lines = mockLines.map((line) => JSON.parse(line) as { event: string; booking_id: number });
  return lines.filter(({ booking_id }) => booking_id === bookingId).map(({ event }) => event);
}

const HOUR_MS = 3_600_000;

let booking: BookingAndFinance;
let service: BookingAndFinance['service'];
let finance: BookingAndFinance['finance'];
let setDeadline: BookingAndFinance['setDeadline'];
let letDeadlinePass: BookingAndFinance['letDeadlinePass'];
let sendBalance: BookingAndFinance['sendBalance'];
beforeAll(async () => {
  booking = await startBookingAndFinance();
  ({ service, finance, setDeadline, letDeadlinePass, sendBalance } = booking);
});
afterAll(() => booking.stop());
beforeEach(() => booking.reset());

describe('a pending booking after its payment deadline', () => {
  it('is canceled and frees its nights if finance has no payment for the booking', async () => {
    const account = await makeAccount(service);
    const { id, property_id } = await aPendingBooking(account);
    finance.paymentsOf = () => [];
    await letDeadlinePass(id);
    await until(async () => (await account.api.get(`/v2/bookings/${id}`)).body.status === 'canceled');
    const events = await service.eventsOf(account.userId, 'booking', 2);
    expect([...events[1]!.categories].sort()).toEqual(expect.arrayContaining(['availability', 'canceled']));
    const again = await account.api.post('/v2/bookings', {
      property_id,
      arrival: '2027-05-01',
      departure: '2027-05-08',
    });
    expect(again.status).toBe(200);
    expect(loggedAbout(id)).toEqual(['booking_lapsed']);
  });

  it('is not logged as lapsed if a client cancels it while a sweep asks finance for its payments', async () => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    finance.paymentsOf = async (bookingId) => {
      if (bookingId === id) await account.api.patch(`/v2/bookings/${id}`, { status: 'canceled' });
      return [];
    };
    await letDeadlinePass(id);
    await until(() => finance.asked.includes(id));
    // Sweeps run one after the other, so the sweep that asked about `id` has ended when a later one asks.
    const later = await aPendingBooking(account, { name: 'Later' });
    await letDeadlinePass(later.id);
    await until(async () => (await account.api.get(`/v2/bookings/${later.id}`)).body.status === 'canceled');
    expect(loggedAbout(id)).toEqual([]);
  });

  it.each([
    ['a part payment', 100],
    ['a security deposit, which total_paid does not include,', 0],
  ])('is not canceled if %s arrives after finance has looked for payments', async (_name, paid) => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    let isPaid = false;
    finance.paymentsOf = async (bookingId) => {
      if (bookingId !== id) return [];
      if (isPaid) return [77];
      isPaid = true;
      await sendBalance(account.userId, id, 1, paid);
      return [];
    };
    await letDeadlinePass(id);
    // Each sweep asks finance about this booking once, so after the second request the first sweep has ended.
    await until(async () => {
      const { status } = (await account.api.get(`/v2/bookings/${id}`)).body;
      return status === 'canceled' || finance.asked.filter((one) => one === id).length >= 2;
    });
    expect((await account.api.get(`/v2/bookings/${id}`)).body).toMatchObject({ status: 'pending', total_paid: paid });
  });

  it.each([
    ['while finance is unavailable', undefined],
    ['if it has a payment', [77]],
  ])('is not canceled %s', async (_name, payments) => {
    const account = await makeAccount(service);
    const { id } = await aPendingBooking(account);
    finance.paymentsOf = (bookingId) => (bookingId === id ? payments : []);
    await letDeadlinePass(id);
    // Each sweep asks finance about this booking once, so after the second request the first sweep
    // has ended.
    await until(() => finance.asked.filter((one) => one === id).length >= 2);
    expect((await account.api.get(`/v2/bookings/${id}`)).body.status).toBe('pending');
  });

  it('is tried in a later sweep if finance is unavailable, because a sweep ends after three failures in a row', async () => {
    const account = await makeAccount(service);
    const overdue: number[] = [];
    for (let at = 0; at < 4; at++) overdue.push((await aPendingBooking(account)).id);
    for (const id of overdue) await letDeadlinePass(id);
    // The next sweep begins with the fourth booking. Overdue bookings of other tests may come first.
    await until(() => finance.asked.includes(overdue[3]!));
    const times = (id: number) => finance.asked.filter((one) => one === id).length;
    expect(times(overdue[0]!)).toBeLessThanOrEqual(times(overdue[3]!) + 1);
    finance.paymentsOf = () => [];
    await until(async () => (await account.api.get(`/v2/bookings/${overdue[3]}`)).body.status === 'canceled');
  });

  it('is canceled without an effect on bookings whose deadline has not passed', async () => {
    const account = await makeAccount(service);
    const [early, due] = [await aPendingBooking(account), await aPendingBooking(account)];
    finance.paymentsOf = () => [];
    await letDeadlinePass(due.id);
    await until(async () => (await account.api.get(`/v2/bookings/${due.id}`)).body.status === 'canceled');
    expect(finance.asked).not.toContain(early.id);
    expect((await account.api.get(`/v2/bookings/${early.id}`)).body.status).toBe('pending');
  });

  it('is canceled even if the sweep could not change the booking before it', async () => {
    const account = await makeAccount(service);
    const [damaged, due] = [await aPendingBooking(account), await aPendingBooking(account)];
    finance.paymentsOf = () => [];
    await booking.loseProperty(damaged.id);
    for (const { id } of [damaged, due]) await letDeadlinePass(id);
    await until(async () => (await account.api.get(`/v2/bookings/${due.id}`)).body.status === 'canceled');
    expect(loggedAbout(damaged.id)).toContain('booking_not_lapsed');
  });

  it('is canceled even if finance did not return the payments of the booking before it', async () => {
    const account = await makeAccount(service);
    const [refused, due] = [await aPendingBooking(account), await aPendingBooking(account)];
    finance.paymentsOf = (bookingId) => (bookingId === refused.id ? undefined : []);
    for (const { id } of [refused, due]) await letDeadlinePass(id);
    await until(async () => (await account.api.get(`/v2/bookings/${due.id}`)).body.status === 'canceled');
    expect((await account.api.get(`/v2/bookings/${refused.id}`)).body.status).toBe('pending');
  });

  it('is canceled by a process whose clock is ahead, but a booking whose deadline is still to come is not', async () => {
    const account = await makeAccount(service);
    const [early, due] = [await aPendingBooking(account), await aPendingBooking(account)];
    finance.paymentsOf = () => [];
    const now = Date.now();
    await setDeadline(early.id, new Date(now + HOUR_MS));
    await withClockWrongBy(2 * HOUR_MS, async () => {
      await setDeadline(due.id, new Date(now - 1000));
      await until(() => loggedAbout(due.id).includes('booking_lapsed'));
    });
    expect(finance.asked).not.toContain(early.id);
  });
});
