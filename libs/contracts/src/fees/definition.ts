import { z } from 'zod';
import { id } from '../shared/inputs';
import { instant } from '../shared/instants';
import { criteria } from './criteria';
import { bandMeasures, chargeCategories, chargeModes, discountTypes, surchargeTypes } from './definition-words';

export const bandWords = {
  from: 'Smallest measured number, included.',
  to: 'Largest measured number, included. Null for no upper limit.',
  amount: 'Amount in `currency_code` for the modes that are not percentages. Null in percentage modes.',
  percent: 'Percentage, such as 12.5, for the percentage modes. Null in other modes.',
};

export const band = z
  .object({
    from: z.int().describe(bandWords.from),
    to: z.int().nullable().describe(bandWords.to),
    amount: z.number().nullable().describe(bandWords.amount),
    percent: z.number().nullable().describe(bandWords.percent),
  })
  .meta({
    id: 'Band',
    description:
      'One band of a tiered definition. The band that contains the measured number sets the value for all of it, not only for the part above `from`.',
  });
export type Band = z.infer<typeof band>;

/** Descriptions of the fields, for responses and requests. */
export const termWords = {
  description: 'What guests read on the charge.',
  active: 'Whether it is charged. Inactive definitions charge nothing.',
  category: 'Category of the charge. Taxes name the categories that they apply to.',
  mode: 'How it is charged. Percentage modes use `percent`, all others `amount`. `percent_of_subtotal` is measured on the rent with all surcharges and discounts of other modes. Guests are adults and children. A rate adjuster is `percent_of_rent` or `per_night`.',
  amount:
    'Amount in `currency_code`, for the modes that are not percentages. Positive on discounts; only rate adjusters may have a negative one. Null charges nothing, unless there are `amounts`.',
  percent:
    'Percentage, such as 12.5, for the percentage modes. Positive on discounts; only rate adjusters may have a negative one. Null charges nothing, unless there are `amounts`.',
  amounts:
    'Bands that replace `amount` and `percent`. The one that contains the number that `amounts_by` names sets the value; without one nothing is charged. Bands do not overlap. Empty if it is not tiered.',
  amounts_by:
    'The number that selects the band: nights, guests (adults and children), adults, children, pets, or days from booking to arrival.',
  included: 'How many guests or pets are free, in the modes per guest or pet.',
  currency_code:
    'Currency of the amounts (ISO 4217). Amounts apply only to properties with this currency; percentages to all.',
  position: 'Order of the charges of one kind, ascending; those with equal positions are ordered by id.',
  property_ids: 'Ids of the properties that it applies to. An empty list means all.',
  listing_site_ids: 'Ids of the listing sites whose stays it applies to. An empty list means all stays.',
  season_ids:
    'Ids of the seasons whose nights it applies to, as `rate.season_id` in the calendar names them. An empty list means all nights.',
  criteria: 'Which stays and nights it applies to. All criteria that are set must match.',
  is_taxable: 'On a surcharge: taxes apply to it. On a discount: it reduces the amount that is taxed.',
  is_combinable:
    'Discounts only: it applies in addition to others. Of those that are not combinable, only the one that takes off most applies.',
  is_commission_all: 'Whether the whole charge is commission of the manager, on accounts of property managers.',
  is_expense_all:
    'Whether the whole charge is passed on, and belongs neither to the owner nor to the manager. Never on discounts.',
  owner_commission_percent:
    'Surcharges only: percentage of the charge that is commission, on accounts of property managers. Null uses the percentage of the property.',
};

export const definitionTerms = z.object({
  description: z.string().describe(termWords.description),
  active: z.boolean().describe(termWords.active),
  category: z.enum(chargeCategories).describe(termWords.category),
  mode: z.enum(chargeModes).describe(termWords.mode),
  amount: z.number().nullable().describe(termWords.amount),
  percent: z.number().nullable().describe(termWords.percent),
  amounts: z.array(band).describe(termWords.amounts),
  amounts_by: z.enum(bandMeasures).describe(termWords.amounts_by),
  included: z.int().describe(termWords.included),
  currency_code: z.string().describe(termWords.currency_code),
  position: z.int().describe(termWords.position),
  property_ids: z.array(id).describe(termWords.property_ids),
  listing_site_ids: z.array(id).describe(termWords.listing_site_ids),
  season_ids: z.array(id).describe(termWords.season_ids),
  criteria: criteria.describe(termWords.criteria),
  is_taxable: z.boolean().describe(termWords.is_taxable),
  is_combinable: z.boolean().describe(termWords.is_combinable),
  is_commission_all: z.boolean().describe(termWords.is_commission_all),
  is_expense_all: z.boolean().describe(termWords.is_expense_all),
  owner_commission_percent: z.number().nullable().describe(termWords.owner_commission_percent),
});
export type DefinitionTerms = z.infer<typeof definitionTerms>;

const times = {
  created_utc: instant.describe('When the definition was created.'),
  updated_utc: instant.describe('When it was last changed.'),
  deleted_utc: instant
    .nullable()
    .describe('When it was deleted. Null if it was not. Lists contain deleted ones only with `include_deleted=true`.'),
};

export const surcharge = z
  .object({
    id: id.describe('Id of the surcharge, which charges name as `surcharge_id`.'),
    type: z
      .enum(surchargeTypes)
      .describe(
        'Type, which never changes. A `rate_adjuster` changes the nightly rent and makes no charge of its own.',
      ),
    ...definitionTerms.shape,
    ...times,
  })
  .meta({
    id: 'Surcharge',
    description: 'The definition of a fee. With the type `rate_adjuster` it changes the nightly rent instead.',
  });
export type Surcharge = z.infer<typeof surcharge>;

export const discount = z
  .object({
    id: id.describe('Id of the discount, which charges name as `discount_id`.'),
    type: z
      .enum(discountTypes)
      .describe('Type, which never changes. It decides the defaults; `criteria` decide when it applies.'),
    ...definitionTerms.shape,
    ...times,
  })
  .meta({
    id: 'Discount',
    description:
      'The definition of a discount. Its amounts and percentages are positive; on charges they are negative.',
  });
export type Discount = z.infer<typeof discount>;

/** A surcharge or a discount. */
export type Definition = Surcharge | Discount;
export type DefinitionType = Definition['type'];

/** Whether a type is a discount; otherwise it is a surcharge. */
export function isDiscountType(type: DefinitionType): type is Discount['type'] {
  return discountTypes.some((word) => word === type);
}
