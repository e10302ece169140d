import { type HandlersOf, jobTable } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

/** The jobs that outboxes of finance can contain, with their arguments. */
const definitions = {
  /** Computes the balance of a booking from all of its records. */
  compute_balance: z.object({ booking_id: z.int() }),
  /**
   * Writes the deposit's id into the records that the deposit pays out, or refuses the deposit.
   * Stored in the outbox of the deposit.
   */
  link_deposit_records: z.object({}),
  /**
   * Voids a refund if the payment was voided or failed while the refund was recorded. Stored in the
   * refund's outbox.
   */
  recheck_refund: z.object({}),
  /** Closes all open months up to the requested month. Stored in the outbox of the account's statement settings. */
  close_months: z.object({}),
  /**
   * Calls the booking service to restore the owner, if the owner was deleted while the entry was recorded. Stored in
   * the outbox of the owner entry.
   */
  keep_owner: z.object({ owner_id: z.int() }),
};

export type JobHandlers = HandlersOf<typeof definitions>;

export const { job, registerJobs } = jobTable(definitions, {
  deciding: ['link_deposit_records', 'recheck_refund', 'close_months'],
});
