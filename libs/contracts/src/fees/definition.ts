import { z } from 'zod';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';
import { criteria } from './criteria';
import { bandMeasures, chargeCategories, chargeModes, discountTypes, surchargeTypes } from './definition-words';

/**
 * One band of a tiered definition. Its value applies to the whole stay, not only to the part above `from`. No upper
 * limit when `to` is null.
 */
export const band = z.object({
  from: z.int(),
  to: z.int().nullable(),
  amount: z.number().nullable(),
  percent: z.number().nullable(),
});
export type Band = z.infer<typeof band>;

/** The fields that surcharges and discounts share. An empty list in a scope means all. */
export const definitionTerms = z.object({
  description: z.string(),
  active: z.boolean(),
  category: z.enum(chargeCategories),
  mode: z.enum(chargeModes),
  amount: z.number().nullable(),
  percent: z.number().nullable(),
  amounts: z.array(band),
  amounts_by: z.enum(bandMeasures),
  included: z.int(),
  currency_code: z.string(),
  position: z.int(),
  property_ids: z.array(id),
  listing_site_ids: z.array(id),
  season_ids: z.array(id),
  criteria,
  is_taxable: z.boolean(),
  is_combinable: z.boolean(),
  is_commission_all: z.boolean(),
  is_expense_all: z.boolean(),
  owner_commission_percent: z.number().nullable(),
});
export type DefinitionTerms = z.infer<typeof definitionTerms>;

const times = { created_utc: instant, updated_utc: instant, deleted_utc: instant.nullable() };

/** A fee, or a change of the nightly rate: type rate_adjuster. */
export const surcharge = z.object({ id, type: z.enum(surchargeTypes), ...definitionTerms.shape, ...times });
export type Surcharge = z.infer<typeof surcharge>;

/** A discount: its amount and its percentages are positive. */
export const discount = z.object({ id, type: z.enum(discountTypes), ...definitionTerms.shape, ...times });
export type Discount = z.infer<typeof discount>;

/** A surcharge or a discount. */
export type Definition = Surcharge | Discount;
export type DefinitionType = Definition['type'];

/** Whether a type is a discount; otherwise it is a surcharge. */
export function isDiscountType(type: DefinitionType): type is Discount['type'] {
  return discountTypes.some((word) => word === type);
}
