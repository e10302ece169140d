import { z } from 'zod';
import { id } from './inputs';

/** What was paid for a booking in one currency: completed records, gross, without security deposits. */
export const balanceTotals = z.object({
  currency_code: z.string(),
  total_paid: z.number(),
  total_refunded: z.number(),
  total_host_fees: z.number(),
  /**
   * What was paid less what was refunded by the time of the cancellation, never negative; 0 if there is no
   * cancellation.
   */
  paid_when_canceled: z.number(),
});
export type BalanceTotals = z.infer<typeof balanceTotals>;

const balance = {
  totals: z.array(balanceTotals),
  /**
   * The time of the cancellation that `paid_when_canceled` refers to, with milliseconds; null if finance knows of none.
   */
  canceled_utc: z.iso.datetime().nullable(),
};

/** What was paid for a booking, as a state and not as changes: a later version replaces an earlier one. */
export const bookingBalance = z.object({ id, ...balance });
export type BookingBalance = z.infer<typeof bookingBalance>;

/** The entity type of its events; the entity's id is that of the booking. */
export const BOOKING_BALANCE = 'booking_balance';

/** A balance, and its version among the balances of its booking. */
export const publishedBalance = z.object({ generation: z.int(), version: z.int(), ...balance });
export type PublishedBalance = z.infer<typeof publishedBalance>;
