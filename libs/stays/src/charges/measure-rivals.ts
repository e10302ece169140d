import { applyDiscounts, type DiscountBasis, type ReadyDiscount } from './apply-discounts';
import type { DiscountDefinition } from './charge-types';
import { draftOnSubtotal } from './draft-lines';
import { total } from './shares';

/** A discount that is not combinable, with what it would take off in minor units. */
export interface Rival {
  definition: DiscountDefinition;
  minor: bigint;
}

/**
 * What each discount that is not combinable would take off if it alone applied beside the combinable ones. It never
 * lowers its own base: one on the rent finds what the combinable ones before it left of the rent, one on the subtotal
 * the subtotal as the combinable ones make it. So all are measured in one pass.
 * @param shown discounts in the order in which they are shown.
 */
export function measureRivals(basis: DiscountBasis, shown: readonly ReadyDiscount[]): Rival[] {
  const { subtotal, subtotalSurcharges } = applyDiscounts(
    basis,
    shown.filter(({ definition }) => definition.is_combinable),
  );
  const left = { rent: basis.rent, subtotal: subtotal + total(subtotalSurcharges.map(({ minor }) => minor)) };
  return shown.flatMap((discount) => {
    const { on, definition } = discount;
    const { minor: wanted } =
      discount.on === 'rent' ? discount.line : draftOnSubtotal(discount.applicable, subtotal, basis.currencyCode);
    const minor = wanted < left[on] ? wanted : left[on];
    if (!definition.is_combinable) return [{ definition, minor }];
    left[on] -= minor;
    return [];
  });
}
