import type { DefinitionType } from '@keyhaven/contracts/fees/definition';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Definitions } from '../store/fees-store';
import { changeOfTerms } from '../store/terms-versions';
import { oneDefinition } from './one-definition';

/**
 * Deletes a definition. Existing charges do not change. Lists with include_deleted contain the deleted definition for
 * 90 days.
 */
export async function deleteDefinition<Type extends DefinitionType>(
  { kind, records }: Definitions<Type>,
  scope: AccountScope,
  id: number,
): Promise<void> {
  await records.update(scope, oneDefinition<Type>(id, kind), (before) =>
    Promise.resolve(changeOfTerms({ ...before, is_deleted: true })),
  );
}
