import { addDays, dayNumber } from '@keyhaven/stays/calendar-date';
import { currencyDigits, fromMinor, sumAmounts, toMinor } from '@keyhaven/stays/money';
import type { PlannedBooking, PlannedBookingFee, PlannedPayment, PlannedRefund } from '../plan/demo-plan';
import { seededRandom } from '../plan/seeded-random';

/**
 * Fees for stays that began more than this many days ago are not in the demo, because they were invoiced monthly
 * elsewhere.
 */
export const RECENT_DAYS = 75;
/** Guests who book directly pay half with the booking, and the balance this many days before the arrival. */
const BALANCE_DAYS = 14;
/** The commission of channels, the fee of the card processor, and the refund of a canceled booking, in percent. */
const CHANNEL_PERCENT = 15;
const CARD_PERCENT = 2.9;
const REFUND_PERCENT = 50;

export interface MoneyOfBooking {
  payments: PlannedPayment[];
  refunds: PlannedRefund[];
  fees: PlannedBookingFee[];
}

/** What is wrong with the payments of a booking: one is missing, or arrived after the cancellation. */
export type OpenMatter = 'nothing paid' | 'balance missing' | 'paid too late';

/**
 * Plans what was paid for a booking by the first day.
 * @param currency the currency of its property.
 */
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

/** Returns what the guest owes: the charges without the taxes that a channel remits. */
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

/** The channel collects everything. On the day after the arrival, it pays out the amount minus its commission. */
function throughChannel(
  { key: booking, body: { arrival, status } }: PlannedBooking,
  currency: string,
  amount: number,
  firstDay: string,
): MoneyOfBooking {
  const day = addDays(arrival, 1);
  if (status === 'canceled' || day >= firstDay) return nothing;
  const at = `${day}T06:00:00Z`;
  const payment = `${booking}/channel`;
  const commission = percentOf(amount, CHANNEL_PERCENT, currency);
  const fee: PlannedBookingFee = {
    key: `${booking}/commission`,
    booking,
    payment,
    body: { type: 'channel_commission', amount: commission, completed_utc: at },
  };
  return {
    payments: [{ key: payment, booking, isVoided: false, body: { amount, method: 'channel', collected_utc: at } }],
    refunds: [],
    fees: isRecent(arrival, firstDay) ? [fee] : [],
  };
}

/**
 * Plans a first payment with the booking and a balance payment before the arrival. Half of the first payment of a
 * canceled booking is refunded.
 */
function direct(
  { key: booking, body }: PlannedBooking,
  currency: string,
  total: number,
  firstDay: string,
  openMatter: OpenMatter | undefined,
): MoneyOfBooking {
  const random = seededRandom(`payments/${booking}`);
  const byCard = random.chance(0.7);
  const method = byCard ? ('card' as const) : ('bank_transfer' as const);
  const first = percentOf(total, 50, currency);
  const balance = minus(total, first, currency);
  const booked = (body.booked_utc ?? `${body.arrival}T08:00:00Z`).slice(0, 10);
  const payments: PlannedPayment[] = [];
  const pay = (what: string, amount: number, day: string, isVoided = false) => {
    if (day >= firstDay || amount <= 0) return;
    const collected_utc = `${day}T${String(random.whole(8, 19)).padStart(2, '0')}:15:00Z`;
    payments.push({ key: `${booking}/${what}`, booking, isVoided, body: { amount, method, collected_utc } });
  };
  pay('first', first, booked);
  if (random.chance(0.08)) pay('twice', first, booked, true);
  if (body.status === 'canceled') {
    const refunds = refundsOf(payments, currency, addDays(canceledOn(body), 2), firstDay);
    // A bank transfer that was on its way when the booking was canceled.
    if (openMatter === 'paid too late') pay('late', balance, addDays(canceledOn(body), 1));
    return { payments, refunds, fees: [] };
  }
  if (openMatter === 'balance missing') return { payments, refunds: [], fees: [] };
  const due = addDays(body.arrival, -BALANCE_DAYS);
  pay('balance', balance, due > booked ? due : booked);
  const fees = payments.flatMap((payment): PlannedBookingFee[] => {
    const { amount, collected_utc: completed_utc } = payment.body;
    const fee = percentOf(amount, CARD_PERCENT, currency);
    if (!byCard || payment.isVoided || fee <= 0 || !isRecent(body.arrival, firstDay)) return [];
    const taken = { type: 'processing', amount: fee, completed_utc } as const;
    return [{ key: payment.key, booking, payment: payment.key, body: taken }];
  });
  return { payments, refunds: [], fees };
}

function refundsOf(
  payments: readonly PlannedPayment[],
  currency: string,
  day: string,
  firstDay: string,
): PlannedRefund[] {
  return payments.flatMap(({ key, booking, isVoided, body }) => {
    const amount = percentOf(body.amount, REFUND_PERCENT, currency);
    if (isVoided || day >= firstDay || amount <= 0) return [];
    const refund = { amount, reason: 'Canceled by the guest', paid_utc: `${day}T10:00:00Z` };
    return [{ key, booking, payment: key, body: refund }];
  });
}

/** Returns the day on which a canceled booking was canceled. */
export function canceledOn({ canceled_utc, arrival }: PlannedBooking['body']): string {
  return (canceled_utc ?? arrival).slice(0, 10);
}

/**
 * Returns the amount that is kept for a canceled booking: its first payment minus the refund. Undefined if nothing was
 * paid.
 */
export function retainedOf({ payments }: MoneyOfBooking, currency: string): number | undefined {
  const first = payments.find(({ key, isVoided }) => key.endsWith('/first') && !isVoided);
  if (!first) return undefined;
  const { amount } = first.body;
  return minus(amount, percentOf(amount, REFUND_PERCENT, currency), currency);
}

function percentOf(amount: number, percent: number, currency: string): number {
  return Number(((amount * percent) / 100).toFixed(currencyDigits(currency)));
}

function minus(amount: number, part: number, currency: string): number {
  return fromMinor(toMinor(amount, currency) - toMinor(part, currency), currency);
}
