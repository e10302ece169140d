import type { DefinitionType, Discount, Surcharge } from '@keyhaven/contracts/fees/definition';
import type {
  DefinitionsOfStay,
  DefinitionsOfStays,
  PropertiesOfStays,
  StayOfDefinitions,
} from '@keyhaven/contracts/fees/internal-contract';
import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import type { QueryFilter } from 'mongoose';
import type { FeesStore } from '../store/fees-store';
import type { KnownTerms } from './known-terms';
import { MAX_TAXES, presentTaxTerms } from '../store/tax.model';
import { MAX_DEFINITIONS } from './create-definition';
import {
  codeKeysOf,
  type DefinitionBody,
  type DefinitionDocument,
  EVERY_PROPERTY,
  termsOf,
} from '../store/definition.model';

/**
 * Concurrent requests may create a few more definitions than the limits allow. Queries read up to this multiple of the
 * limit, so that no accepted definition is missing from the charges.
 */
export const LIMIT_TOLERANCE = 2;
/** The number of kinds of definitions: surcharges and discounts. An account may have MAX_DEFINITIONS of each. */
const KINDS = 2;
/** The maximum number of discounts with the same code that are returned. Usually there is one. */
const MAX_SAME_CODE = 100;
/** Fields that charges do not need. `applicable_to` can contain a thousand ids. */
const NOT_NEEDED = ['applicable_to'];

/** Returns the surcharges, discounts and taxes from which the charges of a stay are computed. */
export async function definitionsOfStay(
  store: FeesStore,
  known: KnownTerms,
  { user_id, property_id, discount_code }: StayOfDefinitions,
): Promise<DefinitionsOfStay> {
  const scope = { accountId: accountId(user_id) };
  const [terms, withCode] = await Promise.all([
    known.of(scope, property_id, () => termsOfProperty(store, scope, property_id)),
    discount_code === null || discount_code.trim() === ''
      ? []
      : store.discounts.records.find(
          scope,
          { is_deleted: false, kind: 'discount', code_key: { $in: codeKeysOf(discount_code) } },
          { limit: MAX_SAME_CODE, without: NOT_NEEDED },
        ),
  ]);
  if (withCode.length === 0) return terms;
  const coded = withCode.map((body) => presentTerms(forProperty(body, property_id)));
  const all = new Map([...coded, ...terms.discounts].map((discount) => [discount.id, discount]));
  return { ...terms, discounts: [...all.values()].sort((a, b) => a.id - b.id) };
}

/** Reads the active surcharges, discounts and taxes that can apply at a property. */
async function termsOfProperty(store: FeesStore, scope: AccountScope, property_id: number): Promise<DefinitionsOfStay> {
  const [applicable, taxes] = await Promise.all([
    applicableTo(store, scope, [property_id]),
    store.taxes.find(scope, { property_id, is_deleted: false, active: true }, { limit: LIMIT_TOLERANCE * MAX_TAXES }),
  ]);
  return {
    ...presentSurcharges(applicable),
    discounts: applicable.filter(isDiscount).map(presentTerms),
    taxes: taxes.map((body) => ({ id: body._id, ...presentTaxTerms(body) })),
  };
}

/**
 * Like `definitionsOfStay`, but for stays at several properties, and without a discount code. The number of queries
 * does not grow with the number of properties.
 */
export async function definitionsOfStays(
  store: FeesStore,
  { user_id, property_ids }: PropertiesOfStays,
): Promise<DefinitionsOfStays> {
  const scope = { accountId: accountId(user_id) };
  const [applicable, taxes] = await Promise.all([
    applicableTo(store, scope, property_ids),
    store.taxes.find(
      scope,
      { property_id: { $in: property_ids }, is_deleted: false, active: true },
      { limit: LIMIT_TOLERANCE * MAX_TAXES * property_ids.length },
    ),
  ]);
  return {
    ...presentSurcharges(applicable),
    discounts: applicable.filter(isDiscount).map(presentTerms),
    taxes: taxes.map((body) => ({ id: body._id, property_id: body.property_id, ...presentTaxTerms(body) })),
  };
}

function presentSurcharges(applicable: readonly DefinitionBody[]) {
  const surcharges = applicable.filter(isSurcharge);
  return {
    adjusters: surcharges.filter(({ type }) => type === 'rate_adjuster').map(presentTerms),
    surcharges: surcharges.filter(({ type }) => type !== 'rate_adjuster').map(presentTerms),
  };
}

/**
 * The active surcharges and discounts that can apply to any of these properties, ordered by id.
 * Their `property_ids` contain only ids of these properties.
 */
async function applicableTo(
  { definitions }: FeesStore,
  scope: AccountScope,
  propertyIds: readonly number[],
): Promise<DefinitionBody[]> {
  const filter: QueryFilter<DefinitionDocument> = {
    is_deleted: false,
    active: true,
    applicable_to: { $in: [EVERY_PROPERTY, ...propertyIds] },
  };
  // For a single property, read only the first of the `property_ids`: the list is either empty, or
  // contains this property.
  const [only] = propertyIds.length === 1 ? propertyIds : [];
  const found = await definitions.find(scope, filter, {
    limit: KINDS * LIMIT_TOLERANCE * MAX_DEFINITIONS,
    without: NOT_NEEDED,
    firstOf: only === undefined ? [] : ['property_ids'],
  });
  const wanted = new Set(propertyIds);
  return found.map((body) => {
    if (body.property_ids.length === 0) return body;
    return { ...body, property_ids: only === undefined ? body.property_ids.filter((id) => wanted.has(id)) : [only] };
  });
}

/** Shortens `property_ids` to this property if the list contains it, because the list can be long. */
function forProperty<Type extends DefinitionType>(body: DefinitionBody<Type>, propertyId: number) {
  return body.property_ids.includes(propertyId) ? { ...body, property_ids: [propertyId] } : body;
}

function isSurcharge(body: DefinitionBody): body is DefinitionBody<Surcharge['type']> {
  return body.kind === 'surcharge';
}

function isDiscount(body: DefinitionBody): body is DefinitionBody<Discount['type']> {
  return body.kind === 'discount';
}

function presentTerms<Type extends DefinitionType>(body: DefinitionBody<Type>) {
  return { id: body._id, type: body.type, ...termsOf(body) };
}
