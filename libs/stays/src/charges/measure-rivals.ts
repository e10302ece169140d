import { applyDiscounts, type DiscountBasis, type ReadyDiscount } from './apply-discounts';
import type { DiscountDefinition } from './charge-types';
import { draftOnSubtotal } from './draft-lines';
import { total } from './shares';

/** A discount that is not combinable, and the amount that it would take off, in minor units. */
export interface Rival {
  definition: DiscountDefinition;
  minor: bigint;
}

/**
 * Calculates for each discount that is not combinable what it would take off if it were the only such discount,
 * together with the combinable ones. A discount does not change the amount that it is calculated on: one on the rent is
 * limited by the rent left after the combinable ones before it, and one on the subtotal uses the subtotal after the
 * combinable ones on the rent. So one pass is enough.
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
