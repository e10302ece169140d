import { addDays } from '@keyhaven/stays/calendar-date';
import { currencyDigits, sumAmounts } from '@keyhaven/stays/money';
import type { PlannedBooking, PlannedBookingFee, PlannedMoney, PlannedPayment, PlannedRefund } from '../plan/demo-plan';
import { seededRandom } from '../plan/seeded-random';

/**
 * Only stays that began at most this many days before the demo's first day have fees. Fees of older stays
 * were invoiced monthly, outside the platform. Older payments and refunds are paid out only once a
 * month.
 */
export const RECENT_DAYS = 75;
/**
 * Guests who book directly pay FIRST_PERCENT of the amount when they book, and the balance
 * BALANCE_DAYS days before the arrival.
 */
const FIRST_PERCENT = 50;
const BALANCE_DAYS = 14;
/**
 * Percentages of a payment: the commission of channels, the fee of the card processor, and the
 * refund after a cancellation.
 */
const CHANNEL_PERCENT = 15;
const CARD_PERCENT = 2.9;
const REFUND_PERCENT = 50;

/** What was paid for one booking. */
export type MoneyOfBooking = Pick<PlannedMoney, 'payments' | 'refunds' | 'bookingFees'>;

/**
 * What is wrong with the payments of a booking: all are missing, only the balance is missing, or a
 * payment arrived after the cancellation.
 */
export type OpenMatter = 'nothing paid' | 'balance missing' | 'paid too late';

/**
 * Plans the payments, refunds and fees that a booking had before the demo's first day. Canceled bookings of channels
 * were never paid.
 * @param currency the currency of the booking's property.
 */
export function planPayments(
  booking: PlannedBooking,
  currency: string,
  firstDay: string,
  openMatter: OpenMatter | undefined,
): MoneyOfBooking {
  const { body, charges } = booking;
  const isCanceled = body.status === 'canceled';
  // Leave out taxes that a channel remits, because the channel collects them from the guest.
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

/**
 * Plans the payment of a channel, which collects the whole amount from the guest. The channel pays this amount on the
 * day after the arrival. Its commission is a separate fee.
 */
function channelPayments({ key: booking, body }: PlannedBooking, amount: number, firstDay: string): PlannedPayment[] {
  const day = addDays(body.arrival, 1);
  if (day >= firstDay) return [];
  const sent = { amount, method: 'channel', collected_utc: `${day}T06:00:00Z` };
  return [{ key: `${booking}/channel`, booking, isVoided: false, body: sent }];
}

/**
 * Plans a first payment at the time of booking, and a balance payment before the arrival. Some
 * first payments were recorded twice by mistake, so the second record is voided.
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
  // A bank transfer that was already on its way when the booking was canceled.
  if (openMatter === 'paid too late') pay('late', balance, addDays(canceledOn(body), 1));
  if (body.status !== 'canceled' && !openMatter) pay('balance', balance, due > booked ? due : booked);
  return payments;
}

/**
 * Returns the fee that the channel or the card processor charges for a payment. Bank transfers have
 * no fee.
 */
function feeOf({ key, booking, isVoided, body }: PlannedPayment, currency: string): PlannedBookingFee[] {
  const isChannel = body.method === 'channel';
  const amount = percentOf(body.amount, isChannel ? CHANNEL_PERCENT : CARD_PERCENT, currency);
  if (isVoided || amount <= 0 || body.method === 'bank_transfer') return [];
  const type = isChannel ? 'channel_commission' : 'processing';
  const fee = { type, amount, completed_utc: body.collected_utc };
  return [{ key: isChannel ? `${booking}/commission` : key, booking, payment: key, body: fee }];
}

/**
 * Returns the refund of half of a payment. Voided payments and payments after the cancellation get
 * no refund.
 */
function refundOf({ key, booking, isVoided, body }: PlannedPayment, currency: string, day: string): PlannedRefund[] {
  const amount = percentOf(body.amount, REFUND_PERCENT, currency);
  if (isVoided || key.endsWith('/late') || amount <= 0) return [];
  const refund = { amount, reason: 'Canceled by the guest', paid_utc: `${day}T10:00:00Z` };
  return [{ key, booking, payment: key, body: refund }];
}

export function canceledOn({ canceled_utc, arrival }: PlannedBooking['body']): string {
  return (canceled_utc ?? arrival).slice(0, 10);
}

/**
 * Returns the amount that is retained from a canceled booking: its first payment minus the refund.
 * Undefined if nothing was paid.
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
