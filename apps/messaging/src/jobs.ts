import { type HandlersOf, jobTable } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

const keys = z.object({ keys: z.array(z.string()) });

/** The jobs that outboxes of messaging can contain, with their arguments. */
const definitions = {
  /** Deletes the pending-object documents of objects that a message now uses. */
  'forget-pending-objects': keys,
  /** Deletes the objects of a message that was removed. */
  'delete-objects': keys,
};

export type JobHandlers = HandlersOf<typeof definitions>;

export const { job, registerJobs } = jobTable(definitions);
