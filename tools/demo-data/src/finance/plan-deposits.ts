import { addDays, dateOfDay, dayNumber } from '@keyhaven/stays/calendar-date';
import { weekdayOf } from '../demo-period';
import { type MoneyOfBooking, RECENT_DAYS } from './plan-payments';
import type { PlannedDeposit, PlannedLine } from './planned-money';

/** Money of the last days has not reached the bank yet. */
const ON_THE_WAY_DAYS = 8;

/** What is paid out, in one currency. */
export interface PayableOf {
  currency: string;
  money: MoneyOfBooking;
}

/**
 * Payouts every Monday, of what is longer ago one a month, one for each currency. Payments and what was taken of them go together, refunds follow on their
 * own: a payout of refunds alone is negative. The first payout of all carries an adjustment.
 */
export function planDeposits(payables: readonly PayableOf[], firstDay: string): PlannedDeposit[] {
  const payouts = new Map<string, { currency: string; day: string; lines: PlannedLine[] }>();
  const add = (currency: string, isRefund: boolean, instant: string, line: PlannedLine) => {
    const day = mondayAfter(payoutFrom(instant.slice(0, 10), firstDay));
    if (day > addDays(firstDay, -ON_THE_WAY_DAYS)) return;
    const key = `${isRefund ? 'refunds' : 'payout'}-${currency.toLowerCase()}-${day}`;
    const payout = payouts.get(key) ?? { currency, day, lines: [] };
    payout.lines.push(line);
    payouts.set(key, payout);
  };
  for (const { currency, money } of payables) {
    for (const { key, body, isVoided } of money.payments) {
      if (!isVoided) add(currency, false, body.collected_utc ?? firstDay, { type: 'payment', record: key });
    }
    for (const { key, body } of money.fees) {
      add(currency, false, body.completed_utc ?? firstDay, { type: 'fee', record: key });
    }
    for (const { key, body } of money.refunds) {
      add(currency, true, body.paid_utc ?? firstDay, { type: 'refund', record: key });
    }
  }
  return [...payouts].map(([key, { currency, day, lines }], index) => ({
    key,
    body: {
      currency_code: currency,
      account: `Rentals ${currency}`,
      deposited_utc: `${day}T05:00:00Z`,
      reference: key.toUpperCase(),
    },
    lines: index === 0 ? [...lines, adjustment] : lines,
  }));
}

const adjustment: PlannedLine = { type: 'adjustment', amount: -15, description: 'Fee for a payment that was disputed' };

/** The day from which money waits for its payout: that of older records is the end of their month. */
function payoutFrom(date: string, firstDay: string): string {
  if (date >= addDays(firstDay, -RECENT_DAYS)) return date;
  const nextMonth = addDays(`${date.slice(0, 7)}-28`, 4);
  return addDays(`${nextMonth.slice(0, 7)}-01`, -1);
}

function mondayAfter(date: string): string {
  const day = dayNumber(date);
  return dateOfDay(day + ((8 - weekdayOf(day)) % 7 || 7));
}
