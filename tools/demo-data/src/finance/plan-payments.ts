import { addDays, dayNumber } from '@keyhaven/stays/calendar-date';
import { currencyDigits, fromMinor, sumAmounts, toMinor } from '@keyhaven/stays/money';
import type { PlannedBooking } from '../demo-plan';
import { seededRandom } from '../random/seeded-random';
import type { PlannedBookingFee, PlannedPayment, PlannedRefund } from './planned-money';

/** Of stays that began longer ago than so many days, what channels and cards took was invoiced by the month, elsewhere. */
export const RECENT_DAYS = 75;
/** A guest who books directly pays half at once, and the rest so many days before the arrival. */
const BALANCE_DAYS = 14;
/** What channels keep, what a card processor takes, and what is paid back of a canceled booking, in percent. */
const CHANNEL_PERCENT = 15;
const CARD_PERCENT = 2.9;
const REFUND_PERCENT = 50;

export interface MoneyOfBooking {
  payments: PlannedPayment[];
  refunds: PlannedRefund[];
  fees: PlannedBookingFee[];
}

/** What is wrong with the money of a booking, where something is: a payment is missing, or came after the cancellation. */
export type OpenMatter = 'nothing paid' | 'balance missing' | 'paid too late';

/** What was paid for a booking by the first day. @param currency of its property. */
export function planPayments(
  booking: PlannedBooking,
  currency: string,
  firstDay: string,
  openMatter: OpenMatter | undefined,
): MoneyOfBooking {
  const { body } = booking;
  const due = dueOf(booking, currency);
  if (due <= 0 || body.status === 'pending' || openMatter === 'nothing paid') return nothing;
  return body.channel
    ? throughChannel(booking, currency, due, firstDay)
    : direct(booking, currency, due, firstDay, openMatter);
}

/** What the guest owes: the charges without the taxes that a channel remits. */
export function dueOf({ charges }: PlannedBooking, currency: string): number {
  const owed = charges.filter(({ type, is_channel_managed }) => !(type === 'tax' && is_channel_managed));
  return sumAmounts(
    owed.map(({ amount }) => amount),
    currency,
  );
}

const nothing: MoneyOfBooking = { payments: [], refunds: [], fees: [] };

function isRecent(arrival: string, firstDay: string): boolean {
  return dayNumber(arrival) >= dayNumber(firstDay) - RECENT_DAYS;
}

/** The channel collects all, and hands over what it does not keep on the day after the arrival. */
function throughChannel(
  { key, body: { arrival, status } }: PlannedBooking,
  currency: string,
  total: number,
  firstDay: string,
): MoneyOfBooking {
  const day = addDays(arrival, 1);
  if (status === 'canceled' || day >= firstDay) return nothing;
  const at = `${day}T06:00:00Z`;
  const payment = { key: `${key}/channel`, booking: key, isVoided: false };
  return {
    payments: [{ ...payment, body: { amount: total, method: 'channel', collected_utc: at } }],
    refunds: [],
    fees: isRecent(arrival, firstDay)
      ? [
          {
            key: `${key}/commission`,
            booking: key,
            payment: payment.key,
            body: {
              type: 'channel_commission',
              amount: percentOf(total, CHANNEL_PERCENT, currency),
              completed_utc: at,
            },
          },
        ]
      : [],
  };
}

/** A first payment with the booking and a balance before the arrival; half of what is canceled is paid back. */
function direct(
  { key, body }: PlannedBooking,
  currency: string,
  total: number,
  firstDay: string,
  openMatter: OpenMatter | undefined,
): MoneyOfBooking {
  const random = seededRandom(`payments/${key}`);
  const byCard = random.chance(0.7);
  const method = byCard ? ('card' as const) : ('bank_transfer' as const);
  const first = percentOf(total, 50, currency);
  const booked = (body.booked_utc ?? `${body.arrival}T08:00:00Z`).slice(0, 10);
  const payments: PlannedPayment[] = [];
  const pay = (what: string, amount: number, day: string, isVoided = false) => {
    if (day >= firstDay || amount <= 0) return;
    const collected_utc = `${day}T${String(random.whole(8, 19)).padStart(2, '0')}:15:00Z`;
    payments.push({ key: `${key}/${what}`, booking: key, isVoided, body: { amount, method, collected_utc } });
  };
  pay('first', first, booked);
  if (random.chance(0.08)) pay('twice', first, booked, true);
  if (body.status === 'canceled') {
    const refunds = refundsOf(payments, currency, body, firstDay);
    const rest = fromMinor(toMinor(total, currency) - toMinor(first, currency), currency);
    // A transfer that was on its way when the booking was canceled.
    if (openMatter === 'paid too late') pay('late', rest, addDays(canceledOn(body), 1));
    return { payments, refunds, fees: [] };
  }
  if (openMatter === 'balance missing') return { payments, refunds: [], fees: [] };
  const due = addDays(body.arrival, -BALANCE_DAYS);
  pay('balance', fromMinor(toMinor(total, currency) - toMinor(first, currency), currency), due > booked ? due : booked);
  const fees = payments.flatMap((payment): PlannedBookingFee[] => {
    const { amount, collected_utc } = payment.body;
    const fee = percentOf(amount, CARD_PERCENT, currency);
    if (!byCard || payment.isVoided || fee <= 0 || !isRecent(body.arrival, firstDay)) return [];
    const taken = { type: 'processing', amount: fee, completed_utc: collected_utc } as const;
    return [{ key: payment.key, booking: key, payment: payment.key, body: taken }];
  });
  return { payments, refunds: [], fees };
}

/** Two days after the cancellation. */
function refundsOf(
  payments: readonly PlannedPayment[],
  currency: string,
  body: PlannedBooking['body'],
  firstDay: string,
): PlannedRefund[] {
  const day = addDays(canceledOn(body), 2);
  return payments
    .filter(({ isVoided, body }) => !isVoided && day < firstDay && percentOf(body.amount, REFUND_PERCENT, currency) > 0)
    .map(({ key, booking, body }) => ({
      key,
      booking,
      payment: key,
      body: {
        amount: percentOf(body.amount, REFUND_PERCENT, currency),
        reason: 'Canceled by the guest',
        paid_utc: `${day}T10:00:00Z`,
      },
    }));
}

/** The day on which a booking was canceled; only canceled ones have one. */
export function canceledOn({ canceled_utc, arrival }: PlannedBooking['body']): string {
  return (canceled_utc ?? arrival).slice(0, 10);
}

/**
 * What is kept of a canceled booking that was paid: what its guest paid by then, less what is to be paid back; undefined
 * where nothing was paid.
 */
export function retainedOf({ payments }: MoneyOfBooking, currency: string): number | undefined {
  const first = payments.find(({ key, isVoided }) => key.endsWith('/first') && !isVoided);
  if (!first) return undefined;
  const { amount } = first.body;
  const back = percentOf(amount, REFUND_PERCENT, currency);
  return fromMinor(toMinor(amount, currency) - toMinor(back, currency), currency);
}

function percentOf(amount: number, percent: number, currency: string): number {
  return Number(((amount * percent) / 100).toFixed(currencyDigits(currency)));
}
