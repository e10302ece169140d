import type { DiscountDefinition } from './charge-types';
import { isSameCode } from './match-definition';
import type { Refusals } from './refusal';

/**
 * Returns why a stay's discount code is refused; null if it is accepted or there is none. A code is accepted if a
 * discount with this code matches the stay, even if another discount takes off more or nothing is left to take off. In
 * these cases, the explanation lists the discount as left out.
 * @param matching the discounts that match the stay, whether they added a line or not.
 * @param refusals why the others do not match.
 */
export function discountCodeRefusal(
  code: string | null,
  discounts: readonly DiscountDefinition[],
  matching: ReadonlySet<DiscountDefinition>,
  refusals: Refusals<DiscountDefinition>,
): string | null {
  if (code === null || code.trim() === '') return null;
  const withCode = discounts.filter(
    ({ criteria }) => criteria.discount_code !== null && isSameCode(criteria.discount_code, code),
  );
  if (withCode.length === 0) return `discount code ${JSON.stringify(code)} is unknown`;
  if (withCode.some((discount) => matching.has(discount))) return null;
  const reasons = new Set(withCode.flatMap((discount) => refusals.get(discount)?.reason ?? []));
  return `discount code ${JSON.stringify(code)} does not apply: ${[...reasons].join('; ')}`;
}
