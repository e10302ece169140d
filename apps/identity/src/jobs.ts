import { jobTable } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

/** Every follow-up job that the outboxes of identity can hold, with its arguments. */
const definitions = {
  /** Of a token that was revoked: has the webhook service stop what is sent for it. */
  end_authorization: z.object({ revocation_id: z.string() }),
};

export const { job, registerJobs } = jobTable(definitions, { deciding: ['end_authorization'] });
