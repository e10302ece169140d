import type { ChargeInputs, StayCharges } from './charge-types';
import { composeLines } from './compose-lines';
import { discountCodeRefusal } from './discount-code';
import { listLeftOut } from './left-out';
import { presentCharges } from './present-charges';
import { inOrder } from './shown-order';

/**
 * Calculates what a stay costs: the lines for rent, surcharges, discounts and taxes, in this order,
 * with an explanation. The result depends only on the inputs. The order of the definitions makes no
 * difference. (docs/decisions/009-what-a-stay-costs.md)
 * @throws AmountTooLarge for an amount that a JSON number cannot represent exactly; RangeError for
 * a stay without nights.
 */
export function calculateCharges(inputs: ChargeInputs): StayCharges {
  const { stay, settings, discounts } = inputs;
  const { rent, lines, contained, refused, matchingDiscounts } = composeLines(inputs);
  return {
    ...presentCharges(lines, stay, settings),
    explanation: {
      nights: rent.nights,
      adjusters: rent.adjusters,
      charges: lines.map(({ computation }, position) => ({ position, computation })),
      left_out: [
        ...listLeftOut(refused.surcharges, ({ id }) => ({ surcharge_id: id })),
        ...listLeftOut(refused.discounts, ({ id }) => ({ discount_id: id })),
        ...listLeftOut(refused.taxes, ({ id }) => ({ tax_id: id })),
      ],
      contained_taxes: contained,
    },
    discount_code_refusal: discountCodeRefusal(
      stay.discount_code,
      inOrder(discounts),
      matchingDiscounts,
      refused.discounts,
    ),
  };
}
