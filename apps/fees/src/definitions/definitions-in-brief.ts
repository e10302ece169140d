import type { DefinitionType } from '@keyhaven/contracts/fees/definition';
import type {
  DefinitionInBrief,
  DefinitionsInBrief,
  PropertyOfDefinitions,
} from '@keyhaven/contracts/fees/internal-contract';
import { genericFilter } from '@keyhaven/persistence/generic-filter';
import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import { inOrder } from '@keyhaven/stays/charges/shown-order';
import type { Definitions, FeesStore } from '../store/fees-store';
import { MAX_TAXES } from '../store/tax.model';
import { MAX_DEFINITIONS } from './create-definition';
import { type DefinitionDocument, EVERY_PROPERTY } from '../store/definition.model';
import { LIMIT_TOLERANCE } from './definitions-of-stay';

const briefFields = ['description', 'active', 'position', 'created_utc'] as const;
type BriefFields = { _id: number } & Pick<DefinitionDocument, (typeof briefFields)[number]>;

/**
 * Returns all taxes of a property, and all surcharges and discounts of the account, including those that are inactive or
 * apply only to other properties.
 */
export async function definitionsInBrief(
  store: FeesStore,
  { user_id, property_id }: PropertyOfDefinitions,
): Promise<DefinitionsInBrief> {
  const scope = { accountId: accountId(user_id) };
  const ofProperty = { property_id, is_deleted: false };
  const [surcharges, discounts, taxes] = await Promise.all([
    allOfKind(store.surcharges, scope, property_id),
    allOfKind(store.discounts, scope, property_id),
    store.taxes.readFields(scope, ofProperty, briefFields, LIMIT_TOLERANCE * MAX_TAXES),
  ]);
  return { surcharges, discounts, taxes: inBrief(taxes, () => true) };
}

/**
 * Reads all definitions of one kind. A second query reads only the ids of the definitions that
 * apply to the property, because `applicable_to` can be too long to be read for each definition.
 */
async function allOfKind<Type extends DefinitionType>(
  { kind, records }: Definitions<Type>,
  scope: AccountScope,
  propertyId: number,
): Promise<DefinitionInBrief[]> {
  const ofKind = genericFilter<DefinitionDocument<Type>>({ is_deleted: false, kind });
  const ofProperty = { ...ofKind, applicable_to: { $in: [EVERY_PROPERTY, propertyId] } };
  const limit = LIMIT_TOLERANCE * MAX_DEFINITIONS;
  const [all, applicable] = await Promise.all([
    records.readFields(scope, ofKind, briefFields, limit),
    records.readFields(scope, ofProperty, ['_id'], limit),
  ]);
  const ids = new Set(applicable.map(({ _id }) => _id));
  return inBrief(all, (id) => ids.has(id));
}

function inBrief(rows: readonly BriefFields[], isForProperty: (id: number) => boolean): DefinitionInBrief[] {
  return inOrder(rows.map(({ _id, ...row }) => ({ id: _id, ...row }))).map(
    ({ id, description, active, created_utc }) => ({
      id,
      description,
      active,
      is_for_property: isForProperty(id),
      created_utc: created_utc.toISOString(),
    }),
  );
}
