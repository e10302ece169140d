import { z } from 'zod';
import { id } from '../shared/inputs';

/** A charge of a stay. Amounts are in the booking's currency; `rate` is a percentage if rate_is_percent is true. */
export const charge = z.object({
  type: z.enum(['rent', 'discount', 'surcharge', 'tax']),
  description: z.string(),
  amount: z.number(),
  rate: z.number(),
  rate_is_percent: z.boolean(),
  position: z.int().min(0),
  is_taxable: z.boolean(),
  is_channel_managed: z.boolean(),
  is_commission_all: z.boolean(),
  is_expense_all: z.boolean(),
  commission_amount: z.number(),
  owner_amount: z.number(),
  owner_commission_percent: z.number(),
  surcharge_id: id.optional(),
  discount_id: id.optional(),
  tax_id: id.optional(),
});
export type Charge = z.infer<typeof charge>;

/** A tax that is included in the prices of charges: it makes no line. The amount is in the booking's currency. */
export const containedTax = z.object({
  tax_id: id,
  description: z.string(),
  amount: z.number(),
  /** Whether the channel remits it. */
  is_channel_managed: z.boolean(),
});
export type ContainedTax = z.infer<typeof containedTax>;
