import { addDays, dayNumber } from '@keyhaven/stays/calendar-date';
import { currencyDigits, fromMinor, sumAmounts, toMinor } from '@keyhaven/stays/money';
import type { PlannedBooking } from '../demo-plan';
import { seededRandom } from '../random/seeded-random';
import type { PlannedBookingFee, PlannedPayment, PlannedRefund } from './planned-money';

/** Bookings that arrive from so many days before the first day to so many after have money; older books are elsewhere. */
const DAYS_BEFORE = 75;
const DAYS_AFTER = 45;
/** A guest who books directly pays half at once, and the rest so many days before the arrival. */
const BALANCE_DAYS = 14;
/** What channels keep, and what a card processor takes, in percent. */
const CHANNEL_PERCENT = 15;
const CARD_PERCENT = 2.9;

export interface MoneyOfBooking {
  payments: PlannedPayment[];
  refunds: PlannedRefund[];
  fees: PlannedBookingFee[];
}

/** What was paid for a booking by the first day. @param currency of its property. */
export function planPayments(booking: PlannedBooking, currency: string, firstDay: string): MoneyOfBooking {
  const { body } = booking;
  const ahead = dayNumber(body.arrival) - dayNumber(firstDay);
  const total = sumAmounts(body.charges?.map(({ amount }) => amount) ?? [], currency);
  if (total <= 0 || ahead < -DAYS_BEFORE || ahead > DAYS_AFTER || body.status === 'pending') return nothing;
  return body.channel ? throughChannel(booking, currency, total, firstDay) : direct(booking, currency, total, firstDay);
}

const nothing: MoneyOfBooking = { payments: [], refunds: [], fees: [] };

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
    fees: [
      {
        key: `${key}/commission`,
        booking: key,
        payment: payment.key,
        body: { type: 'channel_commission', amount: percentOf(total, CHANNEL_PERCENT, currency), completed_utc: at },
      },
    ],
  };
}

/** A first payment with the booking and a balance before the arrival; half of what is canceled is paid back. */
function direct({ key, body }: PlannedBooking, currency: string, total: number, firstDay: string): MoneyOfBooking {
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
  if (body.status === 'canceled') return { payments, refunds: refundsOf(payments, currency, body, firstDay), fees: [] };
  const due = addDays(body.arrival, -BALANCE_DAYS);
  pay('balance', fromMinor(toMinor(total, currency) - toMinor(first, currency), currency), due > booked ? due : booked);
  const fees = payments.flatMap((payment): PlannedBookingFee[] => {
    const { amount, collected_utc } = payment.body;
    const fee = percentOf(amount, CARD_PERCENT, currency);
    if (!byCard || payment.isVoided || fee <= 0) return [];
    const taken = { type: 'processing', amount: fee, completed_utc: collected_utc } as const;
    return [{ key: payment.key, booking: key, payment: payment.key, body: taken }];
  });
  return { payments, refunds: [], fees };
}

/** Two days after the cancellation. */
function refundsOf(
  payments: readonly PlannedPayment[],
  currency: string,
  { canceled_utc, arrival }: PlannedBooking['body'],
  firstDay: string,
): PlannedRefund[] {
  const day = addDays((canceled_utc ?? arrival).slice(0, 10), 2);
  return payments
    .filter(({ isVoided, body }) => !isVoided && day < firstDay && percentOf(body.amount, 50, currency) > 0)
    .map(({ key, booking, body }) => ({
      key,
      booking,
      payment: key,
      body: {
        amount: percentOf(body.amount, 50, currency),
        reason: 'Canceled by the guest',
        paid_utc: `${day}T10:00:00Z`,
      },
    }));
}

function percentOf(amount: number, percent: number, currency: string): number {
  return Number(((amount * percent) / 100).toFixed(currencyDigits(currency)));
}
