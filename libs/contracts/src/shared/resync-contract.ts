import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { writeHeaders } from './headers';
import { idInput, text } from './inputs';
import { instant } from './instants';
import { commonErrors, writeErrors } from './responses';

const contract = initContract();

/** The progress of a resync. */
export const resync = z.object({
  epoch: z.iso
    .datetime({ precision: 3 })
    .describe('When the resync began, with milliseconds. Its events and end marks contain this time.'),
  state: z.enum(['running', 'done', 'failed']).describe('Whether the resync is running, done or failed.'),
  generation: z.int().describe('The generation of the data that is published: it counts restores from backups.'),
  user_id: z.int().nullable().describe('The account whose records are published. Null means all accounts.'),
  entity_types: z.array(z.string()).describe('The entity types that are published.'),
  published: z.record(z.string(), z.int()).describe('The number of records published so far, by entity type.'),
  finished_utc: instant.nullable().describe('When the resync ended; null while it runs.'),
  failure: z.string().nullable().describe('Why the resync failed, or why it cannot continue at the moment.'),
});
export type Resync = z.infer<typeof resync>;

/** The entity types to publish again. Defaults to all types of the service. */
export const resyncRequest = z
  .object({
    entity_types: z
      .array(text(100))
      .min(1, 'expected at least one entity type')
      .max(100)
      .optional()
      .describe('The entity types to publish. Defaults to all types of the service.'),
    user_id: idInput.optional().describe('The account whose records are published. Defaults to all accounts.'),
  })
  .prefault({});
export type ResyncInput = z.output<typeof resyncRequest>;

/**
 * The routes with which operators let a service publish its records again, for services that keep copies. Every service
 * that stores data has these routes.
 */
export const resyncContract = contract.router({
  startResync: {
    method: 'POST',
    path: '/operator/resync',
    headers: writeHeaders,
    body: resyncRequest,
    summary: 'Publish all records again',
    description: 'Starts to publish the records of the service again, for services that keep copies of them.',
    responses: { 200: resync, ...writeErrors },
  },
  getResync: {
    method: 'GET',
    path: '/operator/resync',
    summary: 'Read the progress of the latest resync',
    description: 'Returns the latest resync. If none has run yet, the answer is a 404.',
    responses: { 200: resync, ...commonErrors },
  },
});
