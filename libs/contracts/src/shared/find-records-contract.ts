import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { id, idInput } from './inputs';
import { commonErrors } from './responses';

/** The maximum number of ids in one request. */
export const MAX_FOUND_RECORDS = 1000;

const recordSearch = z.object({
  user_id: idInput.describe('The account.'),
  entity_type: z.string().max(50).describe('The type of the records, as in their events.'),
  ids: z.array(idInput).min(1).max(MAX_FOUND_RECORDS).describe(`The ids to look up, at most ${MAX_FOUND_RECORDS}.`),
});
export type RecordSearch = z.output<typeof recordSearch>;

const recordsFound = z.object({
  unknown_ids: z.array(id).describe('Those of the ids that the account has no record of.'),
});

/**
 * The route with which a service asks another one whether some of that service's records exist. It asks if it has not
 * received the events about these records yet.
 */
export const findRecordsContract = initContract().router({
  findRecords: {
    method: 'POST',
    path: '/internal/records/find',
    body: recordSearch,
    summary: 'Find out which records exist',
    description: 'For services that are about to refer to records that they have not received yet.',
    responses: { 200: recordsFound, ...commonErrors },
  },
});
