import type { DefinitionType } from '@keyhaven/contracts/fees/definition';
import type { DefinitionsOfStay, StayOfDefinitions } from '@keyhaven/contracts/fees/internal-contract';
import { type AccountScope, accountId } from '@keyhaven/persistence/account-scope';
import type { QueryFilter } from 'mongoose';
import type { Definitions, FeesStore } from '../store/fees-store';
import { MAX_TAXES, presentTaxTerms } from '../store/tax.model';
import { MAX_DEFINITIONS } from './create-definition';
import {
  codeKey,
  type DefinitionBody,
  type DefinitionDocument,
  EVERY_PROPERTY,
  termsOf,
} from '../store/definition.model';

/** Concurrent requests may pass the limit by a few. Everything that was accepted counts for charges. */
export const WITH_ROOM = 2;
/** How many discounts with the same code are returned. A code is meant for one. */
const MAX_SAME_CODE = 100;
/** The field that charges do not need: the properties, of which there can be a thousand, in the form for queries. */
const NOT_NEEDED = ['applicable_to'];

/** Everything that the charges of a stay at a property are computed from. */
export async function definitionsOfStay(
  store: FeesStore,
  { user_id, property_id, discount_code }: StayOfDefinitions,
): Promise<DefinitionsOfStay> {
  const scope = { accountId: accountId(user_id) };
  const [surcharges, discounts, withCode, taxes] = await Promise.all([
    applicableTo(store.surcharges, scope, property_id),
    applicableTo(store.discounts, scope, property_id),
    discount_code === null || codeKey(discount_code) === ''
      ? []
      : store.discounts.records.find(
          scope,
          { is_deleted: false, kind: 'discount', code_key: codeKey(discount_code) },
          { limit: MAX_SAME_CODE, without: NOT_NEEDED },
        ),
    store.taxes.find(scope, { property_id, is_deleted: false, active: true }, { limit: WITH_ROOM * MAX_TAXES }),
  ]);
  const all = new Map(
    [...withCode.map((body) => forProperty(body, property_id)), ...discounts].map((body) => [body._id, body]),
  );
  return {
    adjusters: surcharges.filter(({ type }) => type === 'rate_adjuster').map(presentTerms),
    surcharges: surcharges.filter(({ type }) => type !== 'rate_adjuster').map(presentTerms),
    discounts: [...all.values()].sort((a, b) => a._id - b._id).map(presentTerms),
    taxes: taxes.map((body) => ({ id: body._id, ...presentTaxTerms(body) })),
  };
}

async function applicableTo<Type extends DefinitionType>(
  { kind, records }: Definitions<Type>,
  scope: AccountScope,
  propertyId: number,
): Promise<DefinitionBody<Type>[]> {
  const filter: QueryFilter<DefinitionDocument> = {
    is_deleted: false,
    active: true,
    kind,
    applicable_to: { $in: [EVERY_PROPERTY, propertyId] },
  };
  const found = await records.find(scope, filter, {
    limit: WITH_ROOM * MAX_DEFINITIONS,
    without: NOT_NEEDED,
    firstOf: ['property_ids'],
  });
  // The query found definitions for some properties only because this property is one of them.
  return found.map((body) => ({ ...body, property_ids: body.property_ids.length === 0 ? [] : [propertyId] }));
}

/** Of a long list of properties, returns only this one. */
function forProperty<Type extends DefinitionType>(body: DefinitionBody<Type>, propertyId: number) {
  return body.property_ids.includes(propertyId) ? { ...body, property_ids: [propertyId] } : body;
}

function presentTerms<Type extends DefinitionType>(body: DefinitionBody<Type>) {
  return { id: body._id, type: body.type, ...termsOf(body) };
}
