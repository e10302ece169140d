import type { DiscountDefinition } from './charge-types';
import { isSameCode } from './match-definition';
import type { Refusals } from './refusal';

/**
 * Returns why the discount code of a stay is refused. Null if the code is accepted or the stay has
 * no code. A code is accepted if a discount with this code matches the stay, even if another
 * discount applies instead or nothing is left to take off. In these two cases, the explanation
 * lists the discount as left out.
 * @param matching all discounts that match the stay, with or without a line.
 * @param refusals the reasons why all other discounts do not match.
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
