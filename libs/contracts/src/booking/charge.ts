import { z } from 'zod';
import { id } from '../shared/inputs';

export const chargeTypes = ['rent', 'discount', 'surcharge', 'tax'] as const;

export const charge = z
  .object({
    type: z.enum(chargeTypes).describe('Kind of the charge.'),
    description: z.string().describe('Text for people, such as "Cleaning fee".'),
    amount: z.number().describe('Amount of the line in the currency of the booking or quote. Negative for a discount.'),
    rate: z
      .number()
      .describe(
        'What the amount was computed from: for rent the average price of a night, otherwise the amount or percentage ' +
          'of the definition.',
      ),
    rate_is_percent: z.boolean().describe('Whether `rate` is a percentage.'),
    position: z.int().min(0).describe('Place in the list of charges, from 0.'),
    is_taxable: z
      .boolean()
      .describe('Whether taxes may apply to the line; for a discount, whether it lowers what they are measured on.'),
    is_channel_managed: z
      .boolean()
      .describe('Whether a channel manages the line. A tax with this mark is remitted by the channel and not owed.'),
    is_commission_all: z.boolean().describe("Whether the whole amount is the manager's commission."),
    is_expense_all: z.boolean().describe('Whether the whole amount is passed on, to neither owner nor manager.'),
    commission_amount: z.number().describe("The manager's part of `amount`, with the same sign."),
    owner_amount: z
      .number()
      .describe("The owner's part of `amount`, with the same sign. What is in neither part is passed on."),
    owner_commission_percent: z
      .number()
      .describe('The percentage from which `commission_amount` was computed, from 0 to 100.'),
    surcharge_id: id
      .optional()
      .describe('Definition of the charge in `v2/surcharges`. Only on charges of type `surcharge`.'),
    discount_id: id
      .optional()
      .describe('Definition of the charge in `v2/discounts`. Only on charges of type `discount`.'),
    tax_id: id.optional().describe('Definition of the tax. Only on charges of type `tax`.'),
  })
  .meta({ id: 'Charge', description: 'One line of the price of a stay, in the currency of its booking or quote.' });
export type Charge = z.infer<typeof charge>;

/** A tax that is included in the prices and therefore adds no charge. */
export const containedTax = z.object({
  tax_id: id.describe('Definition of the tax.'),
  description: z.string().describe('Text for people, such as "VAT".'),
  amount: z.number().describe('Amount of the tax, in the currency of the stay.'),
  is_channel_managed: z.boolean().describe('Whether the channel remits the tax.'),
});
export type ContainedTax = z.infer<typeof containedTax>;
