import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { BookingPart } from '../bookings/domain/booking-part';
import { hasMoney } from '../bookings/domain/currency-rules';
import type { BookingStore } from '../store/booking-store';
import { currencyOf } from '../store/present-booking';
import type { EmbeddedReferences } from '../store/references';
import { publishedTotals } from './published-totals';

/**
 * Replaces the totals of a booking with those that finance has published in the booking's currency. If money is
 * recorded, the booking stores this currency, so that a later change of the currency of its property or account does
 * not relabel the amounts. A booking without a currency of its own gets the one in which its money is recorded.
 */
export async function countTotals(
  store: Pick<BookingStore, 'balances'>,
  scope: AccountScope,
  booking: BookingPart,
  references: EmbeddedReferences,
): Promise<BookingPart> {
  const currency =
    booking.currency_code ?? (await recordedCurrency(store, scope, booking.id)) ?? currencyOf(booking, references);
  const totals = await publishedTotals(store, scope, booking, currency);
  return { ...booking, totals, ...(hasMoney(totals) ? { currency_code: currency } : {}) };
}

/**
 * If a booking has recorded money but no currency of its own, gives the booking the currency in which the money is
 * recorded. Does not change other bookings. An earlier release stored bookings without a currency.
 */
export async function withRecordedCurrency(
  store: Pick<BookingStore, 'balances'>,
  scope: AccountScope,
  booking: BookingPart,
): Promise<BookingPart> {
  if (booking.currency_code !== null || !hasMoney(booking.totals)) return booking;
  return { ...booking, currency_code: (await recordedCurrency(store, scope, booking.id)) ?? null };
}

/** The currency in which finance has recorded money for a booking. Undefined if there is none, or more than one. */
async function recordedCurrency(
  { balances }: Pick<BookingStore, 'balances'>,
  scope: AccountScope,
  bookingId: number,
): Promise<string | undefined> {
  const balance = await balances.findStored(scope, bookingId);
  if (!balance || balance.deleted_utc) return undefined;
  const recorded = balance.totals.filter(
    ({ total_paid, total_refunded, total_host_fees }) => total_paid || total_refunded || total_host_fees,
  );
  return recorded.length === 1 ? recorded[0]!.currency_code : undefined;
}

/** If the booking changes its currency, replaces its totals with those in the new currency. */
export async function inItsCurrency(
  store: Pick<BookingStore, 'balances'>,
  scope: AccountScope,
  before: BookingPart,
  after: BookingPart,
  references: EmbeddedReferences,
): Promise<BookingPart> {
  if (currencyOf(after, references) === currencyOf(before, references)) return after;
  return countTotals(store, scope, after, references);
}
