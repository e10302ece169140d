import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { id, idInput } from './inputs';
import { commonErrors } from './responses';

/** The most records of one request. */
export const MAX_FOUND_RECORDS = 1000;

/** Records of an account, by their ids. */
const recordSearch = z.object({
  user_id: idInput,
  entity_type: z.string().max(50),
  ids: z.array(idInput).min(1).max(MAX_FOUND_RECORDS),
});
export type RecordSearch = z.output<typeof recordSearch>;

const recordsFound = z.object({ unknown_ids: z.array(id) });

/** Lets a service ask the owner of records about those whose events it has not received yet. */
export const findRecordsContract = initContract().router({
  findRecords: {
    method: 'POST',
    path: '/internal/records/find',
    body: recordSearch,
    responses: { 200: recordsFound, ...commonErrors },
  },
});
