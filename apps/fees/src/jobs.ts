import { type HandlersOf, jobTable } from '@keyhaven/persistence/outbox/job-table';
import { z } from 'zod';

/** The jobs that outboxes of fees can contain. */
const definitions = {
  /** Replaces the version of the account's surcharges, discounts and taxes. */
  renew_terms_version: z.object({}),
};

export type JobHandlers = HandlersOf<typeof definitions>;

/**
 * The response to a change is sent only after the version was replaced, so that no process computes
 * charges from terms that it cached before the change.
 */
export const { job, registerJobs } = jobTable(definitions, { deciding: ['renew_terms_version'] });
