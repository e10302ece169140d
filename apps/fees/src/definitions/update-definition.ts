import type { DefinitionType } from '@keyhaven/contracts/fees/definition';
import { type DefinitionPatch, serverDecided } from '@keyhaven/contracts/fees/definition-input';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { echoFaults, withoutEchoes } from '@keyhaven/contracts/shared/server-decided';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { Definitions, FeesStore } from '../store/fees-store';
import { assertScope } from './assert-scope';
import { type DefinitionRecord, presentDefinition, searchKeys } from '../store/definition.model';
import { definitionFaults } from './domain/definition-faults';
import { sortBands } from './domain/sort-bands';
import { oneDefinition } from './one-definition';

/**
 * Changes a definition. Omitted fields keep their values. Lists and criteria are not merged but
 * replaced.
 */
export async function updateDefinition<Type extends DefinitionType>(
  store: FeesStore,
  { kind, records }: Definitions<Type>,
  scope: AccountScope,
  id: number,
  patch: DefinitionPatch,
): Promise<{ record: DefinitionRecord<Type>; version: number }> {
  const { type, ...rest } = patch;
  const sent = withoutEchoes(rest, serverDecided);
  const body = await records.update(scope, oneDefinition<Type>(id, kind), async (before) => {
    const changed = { ...before, ...sent };
    const faults = [
      ...typeFaults(type, before.type, kind),
      ...echoFaults(patch, [presentDefinition(before)], serverDecided),
      ...definitionFaults(changed, sent, before),
    ];
    if (faults.length > 0) throw new ApiError('bad_request', faults);
    await assertScope(store, scope, changed, before);
    const after = { ...changed, amounts: sortBands(changed.amounts), ...searchKeys(changed) };
    return store.termsVersions.change(after, before);
  });
  return { record: presentDefinition(body), version: body.version };
}

function typeFaults(sent: DefinitionType | undefined, present: DefinitionType, kind: string): string[] {
  if (sent === undefined || sent === present) return [];
  return [`type: "${sent}" is not accepted; the type of a ${kind} never changes, this one is ${present}`];
}
