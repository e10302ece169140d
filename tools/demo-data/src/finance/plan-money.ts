import { addDays } from '@keyhaven/stays/calendar-date';
import type { PlannedBooking } from '../demo-plan';
import { nightlyPrice } from '../pricing/nightly-price';
import { portfolio } from '../properties/portfolio';
import { planOpenMatters } from './open-matters';
import { type PayableOf, planDeposits } from './plan-deposits';
import { planPayments, retainedOf } from './plan-payments';
import type { PlannedMoney, PlannedOwnerEntry } from './planned-money';

/**
 * What was paid for bookings, and the bookings with what is kept of canceled ones. Past stays are paid, but for a few.
 * Statements of the months before the last one are closed.
 */
export function planMoney(
  bookings: readonly PlannedBooking[],
  firstDay: string,
): { bookings: PlannedBooking[]; money: PlannedMoney } {
  const openMatters = planOpenMatters(bookings, firstDay);
  const currencies = new Map(portfolio.map(({ key, currency }) => [key, currency]));
  const payables = bookings.map((booking) => {
    const currency = currencies.get(booking.property)!;
    return { booking, currency, money: planPayments(booking, currency, firstDay, openMatters.get(booking.key)) };
  });
  const lastMonth = addDays(`${firstDay.slice(0, 7)}-01`, -1);
  const closed = addDays(`${lastMonth.slice(0, 7)}-01`, -1);
  const money = {
    payments: payables.flatMap(({ money }) => money.payments),
    refunds: payables.flatMap(({ money }) => money.refunds),
    bookingFees: payables.flatMap(({ money }) => money.fees),
    deposits: planDeposits(payables, firstDay),
    ownerEntries: planOwnerEntries(closed),
    closedThrough: closed.slice(0, 7),
  };
  return { bookings: payables.map(withRetained), money };
}

function withRetained({ booking, currency, money }: PayableOf & { booking: PlannedBooking }): PlannedBooking {
  const retained_amount = booking.body.status === 'canceled' ? retainedOf(money, currency) : undefined;
  return retained_amount === undefined ? booking : { ...booking, body: { ...booking.body, retained_amount } };
}

/** In the last closed month each owner had something repaired, and was paid. */
function planOwnerEntries(day: string): PlannedOwnerEntry[] {
  return portfolio.flatMap((entry): PlannedOwnerEntry[] => {
    const { key, owner, currency: currency_code } = entry;
    if (owner === null) return [];
    const common = { owner, property: key };
    return [
      {
        ...common,
        key: `repair-${key}`,
        body: {
          kind: 'expense',
          amount: nightlyPrice(entry, 0.8),
          currency_code,
          date: addDays(day, -9),
          description: 'Plumber: kitchen tap',
        },
      },
      {
        ...common,
        key: `payout-${key}`,
        body: {
          kind: 'payout',
          amount: nightlyPrice(entry, 5),
          currency_code,
          date: day,
          description: `Transfer of ${day.slice(0, 7)}`,
        },
      },
    ];
  });
}
