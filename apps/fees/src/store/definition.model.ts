import type { DefinitionTerms, DefinitionType } from '@keyhaven/contracts/fees/definition';
import { services } from '@keyhaven/contracts/platform/services';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { codeKey } from '@keyhaven/stays/charges/match-definition';
import { type Connection, type Model, Schema } from 'mongoose';

export type DefinitionKind = 'surcharge' | 'discount';

/**
 * A surcharge or a discount. Both are in one collection and use the same sequence of ids, so no surcharge has the id of
 * a discount.
 */
export interface DefinitionDocument<Type extends DefinitionType = DefinitionType>
  extends RecordDocument, DefinitionTerms {
  is_deleted: boolean;
  kind: DefinitionKind;
  type: Type;
  /**
   * The ids of the properties that the definition can apply to. Contains only EVERY_PROPERTY if the
   * definition can apply to all properties.
   */
  applicable_to: number[];
  /** The normalized discount code. Null without a code. */
  code_key: string | null;
}

export type DefinitionBody<Type extends DefinitionType = DefinitionType> = Body<DefinitionDocument<Type>>;

/** The value in `applicable_to` that stands for every property. No property has this id. */
export const EVERY_PROPERTY = 0;

/** Computes the fields that are stored only so that queries can use an index. */
export function searchKeys({
  property_ids,
  criteria,
}: Pick<DefinitionTerms, 'property_ids' | 'criteria'>): Pick<DefinitionBody, 'applicable_to' | 'code_key'> {
  return {
    applicable_to: property_ids.length === 0 ? [EVERY_PROPERTY] : property_ids,
    code_key: criteria.discount_code === null ? null : codeKey(criteria.discount_code),
  };
}

/**
 * The values of `code_key` by which discounts with this code are found. The first release stored the code in lower
 * case, which is a different key for letters such as ß, so a discount of that release may not be found by another
 * spelling of the same code. This does not change charges: discounts that can apply at the property are read whatever
 * their codes are. If a code is refused because its discount applies only elsewhere, the reason may be less exact.
 */
export function codeKeysOf(code: string): string[] {
  return [codeKey(code), code.trim().toLowerCase()];
}

export function definitionModel(connection: Connection): Model<DefinitionDocument> {
  const mixed = Schema.Types.Mixed;
  const schema = tenantSchema<DefinitionDocument>('definitions', {
    is_deleted: Boolean,
    kind: String,
    type: String,
    applicable_to: [Number],
    code_key: String,
    description: String,
    active: Boolean,
    category: String,
    mode: String,
    amount: Number,
    percent: Number,
    amounts: [mixed],
    amounts_by: String,
    included: Number,
    currency_code: String,
    position: Number,
    property_ids: [Number],
    listing_site_ids: [Number],
    season_ids: [Number],
    criteria: mixed,
    is_taxable: Boolean,
    is_combinable: Boolean,
    is_commission_all: Boolean,
    is_expense_all: Boolean,
    owner_commission_percent: Number,
  })
    // Serves the lists, the summary of all definitions (`definitionsInBrief`), and the check of the limit per account.
    .index({ user_id: 1, is_deleted: 1, kind: 1, _id: 1 })
    // Serves the lists with since_utc.
    .index({ user_id: 1, kind: 1, updated_utc: 1 })
    // Serves the lists with include_deleted.
    .index({ user_id: 1, kind: 1, _id: 1 })
    // Serves the lists with property_id, the definitions of a stay, and the query of `definitionsInBrief` for the
    // definitions that apply to a property.
    .index({ user_id: 1, applicable_to: 1 })
    // Serves the query for discounts with a requested code.
    .index({ user_id: 1, code_key: 1 });
  withDeletion(schema);
  return connection.model<DefinitionDocument>('Definition', schema);
}

/** The terms of a definition: all fields except id, type and times. */
export function termsOf(body: DefinitionTerms): DefinitionTerms {
  const { description, active, category, mode, amount, percent, amounts, amounts_by, included, currency_code } = body;
  const { position, property_ids, listing_site_ids, season_ids, criteria, is_taxable, is_combinable } = body;
  const { is_commission_all, is_expense_all, owner_commission_percent } = body;
  return {
    description,
    active,
    category,
    mode,
    amount,
    percent,
    amounts,
    amounts_by,
    included,
    currency_code,
    position,
    property_ids,
    listing_site_ids,
    season_ids,
    criteria,
    is_taxable,
    is_combinable,
    is_commission_all,
    is_expense_all,
    owner_commission_percent,
  };
}

/** The public record of a definition. */
export type DefinitionRecord<Type extends DefinitionType> = { id: number; type: Type } & DefinitionTerms & {
    created_utc: string;
    updated_utc: string;
    deleted_utc: string | null;
  };

export function presentDefinition<Type extends DefinitionType>(body: DefinitionBody<Type>): DefinitionRecord<Type> {
  const { _id, type, created_utc, updated_utc, deleted_utc } = body;
  return {
    id: _id,
    type,
    ...termsOf(body),
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
    deleted_utc: deleted_utc ? instantOrBlank(deleted_utc) : null,
  };
}

/**
 * How changes of definitions of this kind are published. The category of each event is the kind.
 */
export function definitionEntity<Type extends DefinitionType>(
  kind: DefinitionKind,
): Entity<DefinitionDocument<Type>, DefinitionRecord<Type>> {
  return {
    type: kind,
    topic: services.fees.topic,
    isIn: ({ is_deleted }) => !is_deleted,
    present: presentDefinition,
    categories: () => [kind],
    stampedWhenDeleted: () => ['deleted_utc'],
  };
}
