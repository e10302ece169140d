import type { DefinitionType } from '@keyhaven/contracts/fees/definition';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Definitions, FeesStore } from '../store/fees-store';
import { oneDefinition } from './one-definition';

/**
 * Deletes a definition. Existing charges do not change. Lists with include_deleted contain the deleted definition for
 * 90 days.
 */
export async function deleteDefinition<Type extends DefinitionType>(
  { termsVersions }: FeesStore,
  { kind, records }: Definitions<Type>,
  scope: AccountScope,
  id: number,
): Promise<void> {
  await records.update(scope, oneDefinition<Type>(id, kind), (before) =>
    Promise.resolve(termsVersions.change({ ...before, is_deleted: true })),
  );
}
