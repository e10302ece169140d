import type { DefinitionTerms } from '@keyhaven/contracts/fees/definition';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import type { FeesStore } from '../fees-store';
import { assertKnown } from '../references/assert-known';

type Scoping = Pick<DefinitionTerms, 'property_ids' | 'listing_site_ids'>;

/**
 * Checks that the account has the properties and listing sites that a definition is for. Seasons are not checked: no
 * night is of a season that does not exist.
 * @throws ApiError bad_request naming each id that was not found.
 */
export async function assertScope(
  store: FeesStore,
  scope: AccountScope,
  after: Scoping,
  before?: Scoping,
): Promise<void> {
  await assertKnown(store, scope, [
    { field: 'property_ids', noun: 'property', ids: after.property_ids, before: before?.property_ids },
    { field: 'listing_site_ids', noun: 'listing site', ids: after.listing_site_ids, before: before?.listing_site_ids },
  ]);
}
