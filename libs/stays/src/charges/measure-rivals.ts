import { applyDiscounts, type DiscountBasis, type ReadyDiscount } from './apply-discounts';
import type { DiscountDefinition } from './charge-types';
import { draftOnSubtotal } from './draft-lines';
import { total } from './shares';

/** A non-combinable discount, and the amount that it would take off, in minor units. */
export interface Rival {
  definition: DiscountDefinition;
  minor: bigint;
}

/**
 * Calculates what each non-combinable discount would take off if it were the only non-combinable
 * discount that applies in addition to the combinable ones.
 *
 * One pass is enough, because all discounts on the rent are calculated on the same amount. The same
 * is true of all discounts on the subtotal. A discount on the rent is limited by the rent that the
 * earlier combinable discounts leave. A discount on the subtotal uses the subtotal after the
 * combinable discounts on the rent.
 * @param shown the discounts in the order of their charge lines.
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
