import type { ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { TenantRepository } from '@keyhaven/persistence/tenant-repository/tenant-repository';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Body } from '@keyhaven/persistence/tenant-document';
import { joinRanges } from '../calendar/domain/join-ranges';
import { recordEndedNights } from '../history/record-ended-nights';
import { job } from '../jobs';
import type { PricingStore } from '../store/pricing-store';
import type { ScopedPeriod } from '../store/scoped-period.model';
import { notDeleted } from './read-scoped-periods';

/**
 * The repository of seasons or holidays, and a function that returns the nights that a season or
 * holiday affects.
 */
export interface PeriodKind<Document extends ScopedPeriod> {
  repository: TenantRepository<Document>;
  nightsOf: (period: Body<Document>) => ChangedRange[];
}

/**
 * Changes a season or holiday, and invalidates the calendars that it applied to or now applies to.
 * @throws ApiError not_found.
 */
export async function updateScopedPeriod<Document extends ScopedPeriod>(
  store: PricingStore,
  { repository, nightsOf }: PeriodKind<Document>,
  scope: AccountScope,
  id: number,
  decide: (before: Body<Document>) => Promise<Body<Document> | undefined>,
): Promise<Body<Document>> {
  await recordEndedNights(store, scope);
  return repository.update(scope, { _id: id, ...notDeleted }, async (before) => {
    const after = await decide(before);
    return (
      after && {
        after,
        jobs: [
          job('invalidate_calendars', {
            property_ids: bothScopes(before, after),
            ranges: joinRanges([...nightsOf(before), ...nightsOf(after)]),
          }),
        ],
      }
    );
  });
}

/**
 * Deletes a season or holiday. The event contains the last state of the season or holiday.
 * @throws ApiError not_found.
 */
export async function deleteScopedPeriod<Document extends ScopedPeriod>(
  store: PricingStore,
  kind: PeriodKind<Document>,
  scope: AccountScope,
  id: number,
): Promise<void> {
  await updateScopedPeriod(store, kind, scope, id, (before) => Promise.resolve({ ...before, is_deleted: true }));
}

/** @throws ApiError bad_request if the account has reached the limit. */
export async function assertRoom<Document extends ScopedPeriod>(
  repository: TenantRepository<Document>,
  scope: AccountScope,
  limit: number,
  what: string,
): Promise<void> {
  const beyond = await repository.find(scope, notDeleted, { limit: 1, skip: limit - 1 });
  if (beyond.length > 0) {
    throw new ApiError('bad_request', `the account already has ${limit} ${what}, which is the limit`);
  }
}

type Scoped = Pick<ScopedPeriod, 'property_ids'>;

function bothScopes(before: unknown, after: unknown): number[] | null {
  const [a, b] = [(before as Scoped).property_ids, (after as Scoped).property_ids];
  return a === null || b === null ? null : [...new Set([...a, ...b])];
}
