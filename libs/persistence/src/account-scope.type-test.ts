/**
 * What must not compile. `npm run typecheck` reads this file: an expectation that is not met is an error there.
 */
import type { TenantRepository } from './tenant-repository/tenant-repository';
import type { AccountScope } from './account-scope';
import type { NoteDocument } from './testing/notes';

export async function queriesWithoutAnAccount(
  repository: TenantRepository<NoteDocument>,
  scope: AccountScope,
): Promise<void> {
  // With a scope they compile.
  await repository.findOne(scope, { _id: 1 });
  await repository.find(scope, {}, { limit: 1 });

  // @ts-expect-error a filter alone does not do
  await repository.findOne({ _id: 1 });
  // @ts-expect-error nor does a list without an account
  await repository.find({}, { limit: 1 });
  // @ts-expect-error a plain number is not an authenticated account
  await repository.findOne({ accountId: 7 }, { _id: 1 });
  // @ts-expect-error nor is a scope without one
  await repository.get({}, { _id: 1 });
  // @ts-expect-error a write needs it too
  await repository.update({ _id: 1 }, () => Promise.resolve(undefined));
}
