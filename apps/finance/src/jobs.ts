import { z } from 'zod';

/** The jobs that the outboxes of finance's records can hold, and their arguments. `service.ts` registers what does them. */

/** Computes the balance of a booking from all of its records. */
export const COMPUTE_BALANCE = 'compute_balance';
export const balanceArguments = z.object({ booking_id: z.int() });

/** Decides whether a deposit stands: its lines must be of records in force. */
export const SETTLE_DEPOSIT = 'settle_deposit';

/** Decides whether a refund fits into what is left of its payment. */
export const CONFIRM_REFUND = 'confirm_refund';

/** Closes an account's months, one after the other, up to the one asked for. */
export const CLOSE_MONTHS = 'close_months';
