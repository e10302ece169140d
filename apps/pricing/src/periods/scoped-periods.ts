import type { ScopedListQuery } from '@keyhaven/contracts/pricing/operator-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { pageFilter, pageSkip } from '@keyhaven/persistence/list-filters';
import type { Body } from '@keyhaven/persistence/tenant-document';
import type { QueryFilter } from 'mongoose';
import { raiseRequest } from '../calendar/invalidate-calendars';
import { recordEndedNights } from '../history/record-ended-nights';
import type { PricingStore } from '../store/pricing-store';
import type { ScopedPeriod } from '../store/scoped-period.model';
import { forProperties } from '../store/scope-ids';

/** What is there: deleted ones stay a while, so that their events are told. */
const notDeleted = { is_deleted: false } as QueryFilter<ScopedPeriod>;

/** A page of an account's seasons or holidays, and one more, ordered by id. */
export function findScopedPeriods<Document extends ScopedPeriod>(
  repository: TenantRepository<Document>,
  scope: AccountScope,
  query: ScopedListQuery,
): Promise<Body<Document>[]> {
  const properties = namedProperties(query);
  const filter = {
    ...notDeleted,
    ...(properties && forProperties(properties)),
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

/** Changes one, and raises the calendars of the properties that it was for and is for. @throws ApiError not_found. */
export async function updateScopedPeriod<Document extends ScopedPeriod>(
  store: PricingStore,
  repository: TenantRepository<Document>,
  scope: AccountScope,
  id: number,
  decide: (before: Body<Document>) => Promise<Body<Document> | undefined>,
): Promise<Body<Document>> {
  await recordEndedNights(store, scope);
  return repository.update(scope, { _id: id, ...notDeleted }, async (before) => {
    const after = await decide(before);
    return after && { after, references: undefined, jobs: [raiseRequest(bothScopes(before, after))] };
  });
}

/** Takes one away; its event tells what it was. @throws ApiError not_found. */
export async function deleteScopedPeriod<Document extends ScopedPeriod>(
  store: PricingStore,
  repository: TenantRepository<Document>,
  scope: AccountScope,
  id: number,
): Promise<void> {
  await updateScopedPeriod(store, repository, scope, id, (before) => Promise.resolve({ ...before, is_deleted: true }));
}

/** @throws ApiError bad_request when the account has as many as it may have. */
export async function assertRoom<Document extends ScopedPeriod>(
  repository: TenantRepository<Document>,
  scope: AccountScope,
  limit: number,
  what: string,
): Promise<void> {
  const beyond = await repository.find(scope, notDeleted, { limit: 1, skip: limit - 1 });
  if (beyond.length > 0) {
    throw new ApiError('bad_request', `the account has ${limit} ${what} already; more are not accepted`);
  }
}

type Scoped = Pick<ScopedPeriod, 'property_ids'>;

function bothScopes(before: unknown, after: unknown): number[] | null {
  const [a, b] = [(before as Scoped).property_ids, (after as Scoped).property_ids];
  return a === null || b === null ? null : [...new Set([...a, ...b])];
}
