import type { DemoPlan } from '@keyhaven/demo-data/plan/demo-plan';
import { planDemoData } from '@keyhaven/demo-data/plan-demo-data';
import { addDays } from '@keyhaven/stays/calendar-date';

/** The bookings of these properties are kept: a house with its rooms, and homes with different fees and taxes. */
const kept = new Set([
  'larkspur-house',
  'larkspur-garden-room',
  'larkspur-bay-room',
  'larkspur-attic-room',
  'old-boathouse-kenmore',
  'casa-das-andorinhas',
  'blue-heron-cabin',
  'live-oak-bungalow',
]);
/**
 * Only bookings with an arrival in this range are kept. The range is given in days before and after
 * `firstDay`.
 */
const DAYS = { before: 75, after: 60 };

/**
 * Plans the demo data with only some of the bookings, because loading all of them takes minutes.
 * Records that refer to a kept booking are kept too. Properties, owners, prices, surcharges,
 * discounts and taxes are complete, so they have the same ids as in every demo account. The ids of
 * bookings and guests depend on `firstDay`.
 */
export function planSmallDemo(firstDay: string): DemoPlan {
  const plan = planDemoData(firstDay);
  const [from, to] = [addDays(firstDay, -DAYS.before), addDays(firstDay, DAYS.after)];
  const bookings = plan.bookings.filter(
    ({ property, body: { arrival } }) => kept.has(property) && arrival >= from && arrival <= to,
  );
  const threads = plan.threads.filter(({ booking }) => booking === null || keysOf(bookings).has(booking));
  const payments = plan.money.payments.filter(({ booking }) => keysOf(bookings).has(booking));
  const ofPayments = ({ payment }: { payment: string }) => keysOf(payments).has(payment);
  const refunds = plan.money.refunds.filter(ofPayments);
  const bookingFees = plan.money.bookingFees.filter(ofPayments);
  const paidOut = keysOf([...payments, ...refunds, ...bookingFees]);
  const guests = new Set([...bookings, ...plan.quotes, ...threads].map(({ guest }) => guest));
  return {
    ...plan,
    guests: plan.guests.filter(({ key }) => guests.has(key)),
    bookings,
    threads,
    messages: plan.messages.filter(({ thread }) => keysOf(threads).has(thread)),
    money: {
      ...plan.money,
      payments,
      refunds,
      bookingFees,
      deposits: plan.money.deposits.flatMap((deposit) => {
        const lines = deposit.lines.filter((line) => line.type === 'adjustment' || paidOut.has(line.record));
        return lines.some(({ type }) => type !== 'adjustment') ? [{ ...deposit, lines }] : [];
      }),
    },
  };
}

const keys = new WeakMap<readonly { key: string }[], ReadonlySet<string>>();
function keysOf(records: readonly { key: string }[]): ReadonlySet<string> {
  const known = keys.get(records) ?? new Set(records.map(({ key }) => key));
  keys.set(records, known);
  return known;
}
