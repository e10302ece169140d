import type { DefinitionTerms } from './charge-types';
import { LOST_TO_ANOTHER } from './choose-discounts';
import { isSameCode } from './match-definition';
import type { Refusal, Refusals } from './refusal';

/** What became of a definition: without a refusal it applied. */
export interface Outcome {
  definition: DefinitionTerms;
  refusal: Refusal | undefined;
}

export function outcomes<Definition extends DefinitionTerms>(
  definitions: readonly Definition[],
  refusals: Refusals<Definition>,
): Outcome[] {
  return definitions.map((definition) => ({ definition, refusal: refusals.get(definition) }));
}

/**
 * Why a stay's discount code is refused; null when a definition with that code applied. A discount that lost to one that
 * takes off more did apply.
 */
export function discountCodeRefusal(code: string | null, all: readonly Outcome[]): string | null {
  if (code === null || code.trim() === '') return null;
  const refusals = all
    .filter(
      ({ definition: { criteria } }) => criteria.discount_code !== null && isSameCode(criteria.discount_code, code),
    )
    .map(({ refusal }) => refusal);
  if (refusals.length === 0) return `discount code ${JSON.stringify(code)} is unknown`;
  if (refusals.some((refusal) => refusal === undefined || refusal.field === LOST_TO_ANOTHER)) return null;
  const reasons = new Set(refusals.flatMap((refusal) => (refusal ? [refusal.reason] : [])));
  return `discount code ${JSON.stringify(code)} does not apply: ${[...reasons].join('; ')}`;
}
