import { addDays } from '@keyhaven/stays/calendar-date';
import type { PlannedBooking } from '../demo-plan';
import { nightlyPrice } from '../pricing/nightly-price';
import { portfolio } from '../properties/portfolio';
import { planDeposits } from './plan-deposits';
import { planPayments } from './plan-payments';
import type { PlannedMoney, PlannedOwnerEntry } from './planned-money';

/** Statements of the months before the last one are closed. */
export function planMoney(bookings: readonly PlannedBooking[], firstDay: string): PlannedMoney {
  const currencies = new Map(portfolio.map(({ key, currency }) => [key, currency]));
  const payables = bookings.map((booking) => {
    const currency = currencies.get(booking.property)!;
    return { currency, money: planPayments(booking, currency, firstDay) };
  });
  const lastMonth = addDays(`${firstDay.slice(0, 7)}-01`, -1);
  const closed = addDays(`${lastMonth.slice(0, 7)}-01`, -1);
  return {
    payments: payables.flatMap(({ money }) => money.payments),
    refunds: payables.flatMap(({ money }) => money.refunds),
    bookingFees: payables.flatMap(({ money }) => money.fees),
    deposits: planDeposits(payables, firstDay),
    ownerEntries: planOwnerEntries(closed),
    closedThrough: closed.slice(0, 7),
  };
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
