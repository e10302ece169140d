import type { DefinitionType } from '@keyhaven/contracts/fees/definition';
import { type DefinitionCreation, serverDecided } from '@keyhaven/contracts/fees/definition-input';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { echoFaults, withoutEchoes } from '@keyhaven/contracts/shared/server-decided';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { FIRST_VERSION } from '@keyhaven/service/http/versioned';
import { currencyOfAccount } from '../store/account-copy';
import type { Definitions, FeesStore } from '../store/fees-store';
import { assertScope } from './assert-scope';
import { type DefinitionDocument, type DefinitionRecord, searchKeys } from '../store/definition.model';
import { definitionFaults } from './domain/definition-faults';
import { newTerms } from './domain/new-terms';
import { sortBands } from './domain/sort-bands';

/**
 * The maximum number of surcharges of an account, and also the maximum number of its discounts.
 * There is a limit because all definitions of an account may apply to one stay.
 */
export const MAX_DEFINITIONS = 2000;

/** Creates a definition. Omitted fields get the defaults of its type. */
export async function createDefinition<Type extends DefinitionType>(
  store: FeesStore,
  definitions: Definitions<Type>,
  scope: AccountScope,
  input: DefinitionCreation & { type: Type },
): Promise<{ record: DefinitionRecord<Type>; version: number }> {
  const { type, ...body } = input;
  const sent = withoutEchoes(body, serverDecided);
  const { record } = await definitions.records.create(scope, async () => {
    const terms = newTerms(type, sent, await currencyOfAccount(store.accounts, scope));
    const faults = [...echoFaults(input, [{}], serverDecided), ...definitionFaults({ ...terms, type }, sent, {})];
    if (faults.length > 0) throw new ApiError('bad_request', faults);
    await assertScope(store, scope, terms);
    await assertRoom(definitions, scope);
    const after = {
      ...terms,
      amounts: sortBands(terms.amounts),
      ...searchKeys(terms),
      _id: await store.ids.next('definition'),
      user_id: scope.accountId,
      version: 0,
      is_deleted: false,
      kind: definitions.kind,
      type,
    };
    return store.termsVersions.change(after);
  });
  return { record, version: FIRST_VERSION };
}

/**
 * Throws bad_request if the account has the maximum number of definitions of this kind. Concurrent
 * requests may exceed the limit by a few. This does no harm, because the limit need not be exact.
 */
async function assertRoom<Type extends DefinitionType>(
  { kind, records }: Definitions<Type>,
  scope: AccountScope,
): Promise<void> {
  const filter = genericFilter<DefinitionDocument<Type>>({ is_deleted: false, kind });
  const last = await records.find(scope, filter, { limit: 1, skip: MAX_DEFINITIONS - 1 });
  if (last.length > 0)
    throw new ApiError('bad_request', `the account already has ${MAX_DEFINITIONS} ${kind}s, which is the limit`);
}
