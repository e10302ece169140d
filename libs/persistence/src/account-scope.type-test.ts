/** Queries that must not compile. `npm run typecheck` fails if one of them compiles. */
import type { TenantRepository } from './tenant-repository/tenant-repository';
import type { AccountScope } from './account-scope';
import type { NoteDocument } from './testing/notes';

export async function queriesWithoutAnAccount(
  repository: TenantRepository<NoteDocument>,
  scope: AccountScope,
): Promise<void> {
  // Queries with a scope compile.
  await repository.findOne(scope, { _id: 1 });
  await repository.find(scope, {}, { limit: 1 });

  // @ts-expect-error a filter without a scope
  await repository.findOne({ _id: 1 });
  // @ts-expect-error a list without a scope
  await repository.find({}, { limit: 1 });
  // @ts-expect-error a plain number is not an authenticated account
  await repository.findOne({ accountId: 7 }, { _id: 1 });
  // @ts-expect-error a scope without an account
  await repository.get({}, { _id: 1 });
  // @ts-expect-error a write without a scope
  await repository.update({ _id: 1 }, () => Promise.resolve(undefined));
}
