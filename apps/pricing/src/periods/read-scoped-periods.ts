import type { ScopedListQuery } from '@keyhaven/contracts/pricing/operator-contract';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { changedSince, pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { Body } from '@keyhaven/persistence/tenant-document';
import type { ScopedPeriod } from '../store/scoped-period.model';
import { forProperties } from '../store/scope-ids';

/** Excludes deleted seasons and holidays, which are stored until their events are published. */
export const notDeleted = { is_deleted: false } as const;

/** Returns a page of an account's seasons or holidays, ordered by id, and the first item of the next page. */
export function findScopedPeriods<Document extends ScopedPeriod>(
  repository: TenantRepository<Document>,
  scope: AccountScope,
  query: ScopedListQuery & { since_utc?: Date },
): Promise<Body<Document>[]> {
  const properties = namedProperties(query);
  const filter = {
    ...notDeleted,
    ...(properties && forProperties(properties)),
    ...changedSince<Document>('updated_utc', query.since_utc),
    ...pageFilter<Document>('_id', query),
  };
  return repository.find(scope, filter, { limit: query.limit + 1, skip: pageSkip(query) });
}

/** @throws ApiError not_found. */
export function getScopedPeriod<Document extends ScopedPeriod>(
  repository: TenantRepository<Document>,
  scope: AccountScope,
  id: number,
): Promise<Body<Document>> {
  return repository.get(scope, { _id: id, ...notDeleted });
}
