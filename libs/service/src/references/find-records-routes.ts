import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { findRecordsContract } from '@keyhaven/contracts/shared/find-records-contract';
import { accountId, type AccountScope } from '@keyhaven/persistence/account-scope';
import type { RouteHandlers } from '../http/mount-contract';

/** Returns the subset of `ids` that belong to records of the account. */
export type FindKnown = (scope: AccountScope, ids: readonly number[]) => Promise<readonly number[]>;

/** A repository of the service's own records, or of its copies of records of other services. */
interface RecordStore {
  find(
    scope: AccountScope,
    filter: Record<string, unknown>,
    options: { limit: number },
  ): Promise<readonly { _id: number }[]>;
}

/**
 * Returns a function that looks up records by their `_id`.
 * @param condition an additional filter. Records that do not match it are treated as not existing.
 */
export function knownIn(records: RecordStore, condition: Record<string, unknown> = {}): FindKnown {
  return async (scope, ids) => {
    const filter = { _id: { $in: [...ids] }, ...condition };
    const found = await records.find(scope, filter, { limit: ids.length });
    return found.map(({ _id }) => _id);
  };
}

/**
 * Creates the route with which other services look up records of this service.
 * @param known looks up ids, by entity type.
 */
export function findRecordsRoutes(
  known: Readonly<Record<string, FindKnown>>,
): RouteHandlers<typeof findRecordsContract> {
  return {
    findRecords: async ({ body: { user_id, entity_type, ids } }) => {
      const find = Object.hasOwn(known, entity_type) ? known[entity_type] : undefined;
      if (!find) {
        const types = Object.keys(known).join(', ');
        throw new ApiError(
          'bad_request',
          `entity_type: ${entity_type} is not stored by this service; expected one of ${types}`,
        );
      }
      const found = new Set(await find({ accountId: accountId(user_id) }, ids));
      return { unknown_ids: ids.filter((id) => !found.has(id)) };
    },
  };
}
