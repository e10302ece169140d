import { type HandlersOf, jobTable } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

/** Every follow-up job that the outboxes of pricing can hold, with its arguments. */
const definitions = {
  /** Applies the account's latest spot rate request. */
  apply_spot_rates: z.object({}),
  /** Invalidates all nights of the calendars of these properties; null stands for all properties of the account. */
  invalidate_calendars: z.object({ property_ids: z.array(z.number()).nullable() }),
  /** Opens the history of a property from an earlier first night. */
  open_history: z.object({ property_id: z.number(), from: z.string() }),
};

export type JobHandlers = HandlersOf<typeof definitions>;

export const { job, registerJobs } = jobTable(definitions);
