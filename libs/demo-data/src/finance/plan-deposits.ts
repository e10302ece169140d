import { addDays, weekdayOf } from '@keyhaven/stays/calendar-date';
import type { PlannedDeposit, PlannedLine } from '../plan/demo-plan';
import { type MoneyOfBooking, RECENT_DAYS } from './plan-payments';

/**
 * How many days a payout takes to reach the bank. Only payouts that reach the bank before or on the
 * demo's first day are planned.
 */
const ON_THE_WAY_DAYS = 8;

/**
 * Plans the payouts (deposits) in each currency. Recent money is paid out every Monday, older money
 * once a month. Payments and their fees are in one payout, refunds in a separate one, which is
 * therefore negative. The first payout also contains an adjustment.
 */
export function planDeposits(
  payables: readonly { currency: string; money: MoneyOfBooking }[],
  firstDay: string,
): PlannedDeposit[] {
  const payouts = new Map<string, { currency: string; day: string; lines: PlannedLine[] }>();
  const add = (currency: string, kind: 'payout' | 'refunds', line: PlannedLine, instant = firstDay) => {
    const day = mondayAfter(payoutFrom(instant.slice(0, 10), firstDay));
    if (day > addDays(firstDay, -ON_THE_WAY_DAYS)) return;
    const key = `${kind}-${currency.toLowerCase()}-${day}`;
    const payout = payouts.get(key) ?? { currency, day, lines: [] };
    payout.lines.push(line);
    payouts.set(key, payout);
  };
  for (const { currency, money } of payables) {
    for (const { key, body, isVoided } of money.payments) {
      if (!isVoided) add(currency, 'payout', { type: 'payment', record: key }, body.collected_utc);
    }
    for (const { key, body } of money.bookingFees)
      add(currency, 'payout', { type: 'fee', record: key }, body.completed_utc);
    for (const { key, body } of money.refunds) add(currency, 'refunds', { type: 'refund', record: key }, body.paid_utc);
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

/**
 * Returns the day from which an amount can be paid out: the date of the amount if it is recent, otherwise the last day
 * of its month. The payout follows on the next Monday.
 */
function payoutFrom(date: string, firstDay: string): string {
  if (date >= addDays(firstDay, -RECENT_DAYS)) return date;
  const nextMonth = addDays(`${date.slice(0, 7)}-28`, 4);
  return addDays(`${nextMonth.slice(0, 7)}-01`, -1);
}

function mondayAfter(date: string): string {
  return addDays(date, (8 - weekdayOf(date)) % 7 || 7);
}
