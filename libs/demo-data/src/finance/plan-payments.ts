import { addDays } from '@keyhaven/stays/calendar-date';
import { currencyDigits, sumAmounts } from '@keyhaven/stays/money';
import type { PlannedBooking, PlannedBookingFee, PlannedMoney, PlannedPayment, PlannedRefund } from '../plan/demo-plan';
import { seededRandom } from '../plan/seeded-random';

/**
 * Fees for stays that began more than this many days ago are not in the demo, because they were invoiced monthly
 * elsewhere.
 */
export const RECENT_DAYS = 75;
/** Guests who book directly pay half with the booking, and the balance this many days before the arrival. */
const FIRST_PERCENT = 50;
const BALANCE_DAYS = 14;
/** The commission of channels, the fee of the card processor, and the refund of a canceled booking, in percent. */
const CHANNEL_PERCENT = 15;
const CARD_PERCENT = 2.9;
const REFUND_PERCENT = 50;

/** What was paid for one booking. */
export type MoneyOfBooking = Pick<PlannedMoney, 'payments' | 'refunds' | 'bookingFees'>;

/** What is wrong with the payments of a booking: one is missing, or arrived after the cancellation. */
export type OpenMatter = 'nothing paid' | 'balance missing' | 'paid too late';

/**
 * Plans what was paid for a booking by the first day. Canceled bookings of channels were not paid.
 * @param currency the currency of its property.
 */
export function planPayments(
  booking: PlannedBooking,
  currency: string,
  firstDay: string,
  openMatter: OpenMatter | undefined,
): MoneyOfBooking {
  const { body, charges } = booking;
  const isCanceled = body.status === 'canceled';
  // The guest does not owe the taxes that a channel remits.
  const owed = charges.filter(({ type, is_channel_managed }) => !(type === 'tax' && is_channel_managed));
  const total = sumAmounts(
    owed.map(({ amount }) => amount),
    currency,
  );
  if (total <= 0 || body.status === 'pending' || openMatter === 'nothing paid' || (isCanceled && body.channel)) {
    return { payments: [], refunds: [], bookingFees: [] };
  }
  const payments = body.channel
    ? channelPayments(booking, total, firstDay)
    : directPayments(booking, total, currency, firstDay, openMatter);
  const refundDay = addDays(canceledOn(body), 2);
  const isRefunded = isCanceled && refundDay < firstDay;
  const hasFees = !isCanceled && !openMatter && body.arrival >= addDays(firstDay, -RECENT_DAYS);
  return {
    payments,
    refunds: isRefunded ? payments.flatMap((payment) => refundOf(payment, currency, refundDay)) : [],
    bookingFees: hasFees ? payments.flatMap((payment) => feeOf(payment, currency)) : [],
  };
}

/** The channel collects everything. On the day after the arrival, it pays out the amount minus its commission. */
function channelPayments({ key: booking, body }: PlannedBooking, amount: number, firstDay: string): PlannedPayment[] {
  const day = addDays(body.arrival, 1);
  if (day >= firstDay) return [];
  const sent = { amount, method: 'channel', collected_utc: `${day}T06:00:00Z` };
  return [{ key: `${booking}/channel`, booking, isVoided: false, body: sent }];
}

/**
 * Plans a first payment with the booking and a balance payment before the arrival. Some first payments were recorded
 * twice by mistake, so one record is voided.
 */
function directPayments(
  { key: booking, body }: PlannedBooking,
  total: number,
  currency: string,
  firstDay: string,
  openMatter: OpenMatter | undefined,
): PlannedPayment[] {
  const random = seededRandom(`payments/${booking}`);
  const method = random.chance(0.7) ? 'card' : 'bank_transfer';
  const first = percentOf(total, FIRST_PERCENT, currency);
  const balance = sumAmounts([total, -first], currency);
  const booked = (body.booked_utc ?? `${body.arrival}T08:00:00Z`).slice(0, 10);
  const due = addDays(body.arrival, -BALANCE_DAYS);
  const payments: PlannedPayment[] = [];
  const pay = (what: string, amount: number, day: string, isVoided = false) => {
    if (day >= firstDay || amount <= 0) return;
    const collected_utc = `${day}T${String(random.whole(8, 19)).padStart(2, '0')}:15:00Z`;
    payments.push({ key: `${booking}/${what}`, booking, isVoided, body: { amount, method, collected_utc } });
  };
  pay('first', first, booked);
  if (random.chance(0.08)) pay('twice', first, booked, true);
  // A bank transfer that was on its way when the booking was canceled.
  if (openMatter === 'paid too late') pay('late', balance, addDays(canceledOn(body), 1));
  if (body.status !== 'canceled' && !openMatter) pay('balance', balance, due > booked ? due : booked);
  return payments;
}

/** Returns the fee of the channel or the card processor for a payment. Bank transfers have none. */
function feeOf({ key, booking, isVoided, body }: PlannedPayment, currency: string): PlannedBookingFee[] {
  const isChannel = body.method === 'channel';
  const amount = percentOf(body.amount, isChannel ? CHANNEL_PERCENT : CARD_PERCENT, currency);
  if (isVoided || amount <= 0 || body.method === 'bank_transfer') return [];
  const type = isChannel ? 'channel_commission' : 'processing';
  const fee = { type, amount, completed_utc: body.collected_utc };
  return [{ key: isChannel ? `${booking}/commission` : key, booking, payment: key, body: fee }];
}

/** Returns the refund of half of a payment that was made before the cancellation. */
function refundOf({ key, booking, isVoided, body }: PlannedPayment, currency: string, day: string): PlannedRefund[] {
  const amount = percentOf(body.amount, REFUND_PERCENT, currency);
  if (isVoided || key.endsWith('/late') || amount <= 0) return [];
  const refund = { amount, reason: 'Canceled by the guest', paid_utc: `${day}T10:00:00Z` };
  return [{ key, booking, payment: key, body: refund }];
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
  return sumAmounts([amount, -percentOf(amount, REFUND_PERCENT, currency)], currency);
}

function percentOf(amount: number, percent: number, currency: string): number {
  return Number(((amount * percent) / 100).toFixed(currencyDigits(currency)));
}
