import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from './headers';
import { idInput, text } from './inputs';
import { instant } from './instants';
import { commonErrors, writeErrors } from './responses';

const contract = initContract();

/** The progress of a resync. */
export const resync = z.object({
  /** When it began, with milliseconds; its events and end marks contain this time. */
  epoch: z.iso.datetime({ precision: 3 }),
  state: z.enum(['running', 'done', 'failed']),
  generation: z.int(),
  /** The account whose records are published; null means all. */
  user_id: z.int().nullable(),
  entity_types: z.array(z.string()),
  /** The number of records of each entity type that were published so far. */
  published: z.record(z.string(), z.int()),
  finished_utc: instant.nullable(),
  /** Why it failed, or why it cannot continue at the moment. */
  failure: z.string().nullable(),
});
export type Resync = z.infer<typeof resync>;

/** The entity types to publish again; by default all of the service. */
export const resyncRequest = z
  .object({
    entity_types: z.array(text(100)).min(1, 'expected at least one entity type').max(100).optional(),
    user_id: idInput.optional(),
  })
  .prefault({});
export type ResyncInput = z.output<typeof resyncRequest>;

/** Publishes the records of a service again, for services that keep copies. Every service that stores data has it. */
export const resyncContract = contract.router({
  startResync: {
    method: 'POST',
    path: '/operator/resync',
    headers: writeHeaders,
    body: resyncRequest,
    responses: { 200: resync, ...writeErrors },
  },
  getResync: {
    method: 'GET',
    path: '/operator/resync',
    responses: { 200: resync, ...commonErrors },
  },
});
