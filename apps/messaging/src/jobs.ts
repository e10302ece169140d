import { type HandlersOf, jobTable } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

const keys = z.object({ keys: z.array(z.string()) });

/** Every follow-up job that the outboxes of messaging can hold, with its arguments. */
const definitions = {
  /** Deletes the notes of pending objects once a message holds the objects. */
  'forget-pending-objects': keys,
  /** Deletes the objects of a message that was deleted. */
  'delete-objects': keys,
};

export type JobHandlers = HandlersOf<typeof definitions>;

export const { job, registerJobs } = jobTable(definitions);
