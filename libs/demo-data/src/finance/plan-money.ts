import { addDays } from '@keyhaven/stays/calendar-date';
import type { DemoPlan, PlannedBooking, PlannedOwnerEntry } from '../plan/demo-plan';
import { portfolio } from '../plan/portfolio';
import { nightlyPrice } from '../pricing/nightly-price';
import { seededRandom } from '../plan/seeded-random';
import { planDeposits } from './plan-deposits';
import { canceledOn, type OpenMatter, planPayments, retainedOf } from './plan-payments';

/**
 * Plans the payments, refunds, fees, payouts and owner entries of the bookings. Also adds the retained amounts to
 * canceled bookings. All past stays except a few are fully paid. The statements of all months before the previous month
 * are closed.
 */
export function planMoney(bookings: readonly PlannedBooking[], firstDay: string): Pick<DemoPlan, 'bookings' | 'money'> {
  const openMatters = planOpenMatters(bookings, firstDay);
  const currencies = new Map(portfolio.map(({ key, body }) => [key, body.currency_code]));
  const payables = bookings.map((booking) => {
    const currency = currencies.get(booking.property)!;
    return { booking, currency, money: planPayments(booking, currency, firstDay, openMatters.get(booking.key)) };
  });
  const lastMonth = addDays(`${firstDay.slice(0, 7)}-01`, -1);
  const closed = addDays(`${lastMonth.slice(0, 7)}-01`, -1);
  const money = {
    payments: payables.flatMap(({ money }) => money.payments),
    refunds: payables.flatMap(({ money }) => money.refunds),
    bookingFees: payables.flatMap(({ money }) => money.bookingFees),
    deposits: planDeposits(payables, firstDay),
    ownerEntries: planOwnerEntries(closed),
    closedThrough: closed.slice(0, 7),
  };
  const withRetained = payables.map(({ booking, currency, money }) => {
    const retained_amount = booking.body.status === 'canceled' ? retainedOf(money, currency) : undefined;
    return retained_amount === undefined ? booking : { ...booking, body: { ...booking.body, retained_amount } };
  });
  return { bookings: withRetained, money };
}

/**
 * A booking can have a payment problem (open matter) only if it ended or was canceled at most this many days before the
 * demo's first day.
 */
const OPEN_SINCE_DAYS = 60;
const MISSING: readonly OpenMatter[] = ['balance missing', 'nothing paid', 'balance missing', 'balance missing'];

/**
 * Selects the few bookings with a payment problem (open matter), by key: past stays that are not fully paid, and one
 * booking with a payment after its cancellation.
 */
function planOpenMatters(bookings: readonly PlannedBooking[], firstDay: string): Map<string, OpenMatter> {
  const since = addDays(firstDay, -OPEN_SINCE_DAYS);
  const random = seededRandom('open-matters');
  const direct = bookings.filter(({ body, charges }) => charges.length > 0 && !body.channel);
  const past = direct.filter(
    ({ body }) => body.status === 'active' && body.departure >= since && body.departure < firstDay,
  );
  const canceled = direct.filter(({ body }) => {
    const day = canceledOn(body);
    // Leave two days, so that the refund was paid and the late payment arrived before the demo's
    // first day.
    return body.status === 'canceled' && day >= since && day < addDays(firstDay, -2);
  });
  const missing = random.shuffled(past).slice(0, MISSING.length);
  const [late] = random.shuffled(canceled);
  return new Map<string, OpenMatter>([
    ...missing.map(({ key }, index) => [key, MISSING[index]!] as const),
    ...(late ? [[late.key, 'paid too late'] as const] : []),
  ]);
}

/**
 * Plans an expense for a repair and a payout for each property that has an owner. Both are in the
 * last closed month.
 */
function planOwnerEntries(day: string): PlannedOwnerEntry[] {
  return portfolio.flatMap((entry): PlannedOwnerEntry[] => {
    const { key, owner, body } = entry;
    const { currency_code } = body;
    if (owner === null) return [];
    const repair = { kind: 'expense' as const, date: addDays(day, -9), description: 'Plumber: kitchen tap' };
    const payout = { kind: 'payout' as const, date: day, description: `Transfer of ${day.slice(0, 7)}` };
    const of = { owner, property: key };
    return [
      { ...of, key: `repair-${key}`, body: { ...repair, amount: nightlyPrice(entry, 0.8), currency_code } },
      { ...of, key: `payout-${key}`, body: { ...payout, amount: nightlyPrice(entry, 5), currency_code } },
    ];
  });
}
