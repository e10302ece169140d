import { type HandlersOf, jobTable } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

/** Every follow-up job that the outboxes of finance can hold, with its arguments. */
const definitions = {
  /** Computes the balance of a booking from all of its records. */
  compute_balance: z.object({ booking_id: z.int() }),
  /** Of a deposit: aligns its records with it, or refuses it. */
  settle_deposit: z.object({}),
  /** Of a refund: voids it if its payment was voided or failed while it was recorded. */
  confirm_refund: z.object({}),
  /** Of an account: closes its months, one after the other, up to the requested one. */
  close_months: z.object({}),
};

export type JobHandlers = HandlersOf<typeof definitions>;

export const { job, registerJobs } = jobTable(definitions, {
  deciding: ['settle_deposit', 'confirm_refund', 'close_months'],
});
