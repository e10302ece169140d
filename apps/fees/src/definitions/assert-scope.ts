import type { DefinitionTerms } from '@keyhaven/contracts/fees/definition';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { assertKnown } from '@keyhaven/service/references/record-directory';
import type { FeesStore } from '../store/fees-store';

type Scoping = Pick<DefinitionTerms, 'property_ids' | 'listing_site_ids' | 'season_ids'>;

const scopes = [
  { field: 'property_ids', noun: 'property', kind: 'property' },
  { field: 'listing_site_ids', noun: 'listing site', kind: 'listingSite' },
  { field: 'season_ids', noun: 'season', kind: 'season' },
] as const;

/**
 * Checks that the properties, listing sites and seasons of a definition exist in the account.
 * @throws ApiError bad_request that lists the unknown ids; unavailable if the service that owns the records does not
 *   respond.
 */
export async function assertScope(
  { directories }: FeesStore,
  scope: AccountScope,
  after: Scoping,
  before?: Scoping,
): Promise<void> {
  const named = scopes.map(({ field, noun, kind }) => ({
    field,
    noun,
    directory: directories[kind],
    ids: after[field],
    before: before?.[field],
  }));
  await assertKnown(scope, named);
}
