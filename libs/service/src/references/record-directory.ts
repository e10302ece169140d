import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type findRecordsContract, MAX_FOUND_RECORDS } from '@keyhaven/contracts/shared/find-records-contract';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { PeerCall } from '../peers/peer-client';
import type { FindKnown } from './find-records-routes';

/**
 * Returns the subset of `ids` that belong to no record of the account. Copies may be out of date,
 * so ids without a copy are looked up at the service that owns the records.
 * @throws ApiError unavailable if that service cannot be reached.
 */
export type FindUnknown = (scope: AccountScope, ids: readonly number[]) => Promise<number[]>;

/** The client of a service that owns records. */
interface RecordOwner {
  findRecords: PeerCall<typeof findRecordsContract.findRecords>;
}

/**
 * Creates a function that looks up records, first in the copies of this service and then at the
 * service that owns them.
 * @param copies looks up the copies; undefined if this service has none.
 */
export function recordDirectory(entityType: string, owner: RecordOwner, copies?: FindKnown): FindUnknown {
  const ask = async (user_id: number, ids: number[]) => {
    const { unknown_ids } = await owner.findRecords({ body: { user_id, entity_type: entityType, ids } });
    return unknown_ids;
  };
  return async (scope, ids) => {
    const known = new Set(ids.length > 0 ? await copies?.(scope, ids) : []);
    const missing = ids.filter((id) => !known.has(id));
    const unknown: number[] = [];
    for (let first = 0; first < missing.length; first += MAX_FOUND_RECORDS) {
      unknown.push(...(await ask(scope.accountId, missing.slice(first, first + MAX_FOUND_RECORDS))));
    }
    return unknown;
  };
}

/** The records of another service to which a field of a request refers. */
export interface NamedRecords {
  field: string;
  noun: string;
  directory: FindUnknown;
  ids: readonly number[];
  /** The ids that the field had before the request. They are not checked again. */
  before?: readonly number[];
}

/** The maximum number of unknown ids in an error message. */
const MAX_FAULTS = 20;

/**
 * Checks that the records to which a request refers exist in the account. Records of other accounts
 * count as not existing.
 * @throws ApiError bad_request with the field and the ids that were not found; unavailable if they
 *   cannot be checked.
 */
export async function assertKnown(scope: AccountScope, named: readonly NamedRecords[]): Promise<void> {
  const faults = await Promise.all(
    named.map(async ({ field, noun, directory, ids, before = [] }) => {
      const unknown = await directory(
        scope,
        ids.filter((id) => !before.includes(id)),
      );
      return unknown.map((id) => `${field}: the ${noun} id ${id} was not found or is not available`);
    }),
  );
  if (faults.flat().length > 0) throw new ApiError('bad_request', faults.flat().slice(0, MAX_FAULTS));
}

/**
 * How long to wait for the copy of a new record, and how long to pause between two reads, in
 * milliseconds. The event about the record might not have arrived yet.
 */
const PATIENCE_MS = 1500;
const PAUSE_MS = 100;

/**
 * Waits for the copy of a record that is known to exist in another service.
 * @param what names the record in the error message.
 * @throws ApiError unavailable if the copy does not arrive in time.
 */
export async function awaitCopy<Copy>(what: string, read: () => Promise<Copy | undefined>): Promise<Copy> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const copy = await read();
    if (copy !== undefined) return copy;
    if (Date.now() > end) {
      throw new ApiError('unavailable', `${what} is not known to this service yet; try again`, { 'Retry-After': '1' });
    }
    await sleep(PAUSE_MS);
  }
}
