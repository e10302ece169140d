import { z } from 'zod';
import { id } from './inputs';

/**
 * The sums of the completed payments, refunds and host fees of a booking in one currency. Security
 * deposits are left out. Refunds and fees do not reduce `total_paid`.
 */
export const balanceTotals = z.object({
  currency_code: z.string().describe('The currency of these sums.'),
  total_paid: z.number().describe('Completed payments, before refunds and fees, without security deposits.'),
  total_refunded: z.number().describe('Completed refunds, without security deposits.'),
  total_host_fees: z.number().describe('Completed fees for the booking.'),
  paid_when_canceled: z
    .number()
    .describe(
      'What was paid minus what was refunded when the booking was canceled. Never negative; 0 without a cancellation.',
    ),
});
export type BalanceTotals = z.infer<typeof balanceTotals>;

const balance = {
  totals: z.array(balanceTotals).describe('The sums, one entry for each currency.'),
  canceled_utc: z.iso
    .datetime()
    .nullable()
    .describe(
      'The time of the cancellation that `paid_when_canceled` refers to, with milliseconds. Null if finance knows of no ' +
        'cancellation.',
    ),
};

/** What was paid for a booking. Each version is complete and replaces earlier ones. */
export const bookingBalance = z.object({ id, ...balance });
export type BookingBalance = z.infer<typeof bookingBalance>;

/** The entity type of balance events. The id of the entity is the booking's id. */
export const BOOKING_BALANCE = 'booking_balance';

/**
 * A balance of a booking with its version. Within a generation, each new balance of the booking has
 * a higher version.
 */
export const publishedBalance = z.object({
  generation: z.int().describe("The generation of finance's data: it counts restores from backups."),
  version: z.int().describe("Counts the booking's balances within a generation; the highest is the present one."),
  ...balance,
});
export type PublishedBalance = z.infer<typeof publishedBalance>;
