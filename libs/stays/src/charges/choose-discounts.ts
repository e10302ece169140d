import { applyDiscounts, type DiscountBasis, type Discounted, type ReadyDiscount } from './apply-discounts';
import type { DiscountDefinition } from './charge-types';
import { moneyInWords } from './minor-amounts';
import { refusal, withoutZeros, type Refusals } from './refusal';
import { linesInOrder } from './shown-order';

/** The field by which a discount loses to another one: it applied, and its code was accepted. */
export const LOST_TO_ANOTHER = 'is_combinable';

const NOTHING_LEFT = 'nothing is left that it could take off';

/**
 * Of the discounts that are not combinable only the one that takes off most beside the combinable ones applies, of equal
 * ones that with the lowest id. Notes why the others do not.
 */
export function chooseDiscounts(
  basis: DiscountBasis,
  ready: readonly ReadyDiscount[],
  refusals: Refusals<DiscountDefinition>,
): Discounted {
  const combinable = ready.filter(({ definition }) => definition.is_combinable);
  const rivals = ready
    .filter(({ definition }) => !definition.is_combinable)
    .map((discount) => {
      const { discounts } = applyAll(basis, [...combinable, discount]);
      const { definition } = discount;
      return { definition, minor: discounts.find((line) => line.definition === definition)?.minor ?? 0n };
    })
    .sort((a, b) => a.definition.id - b.definition.id);
  const [first, ...others] = withoutZeros(rivals, refusals, NOTHING_LEFT);
  const best = others.reduce((winner, rival) => (rival.minor > (winner?.minor ?? 0n) ? rival : winner), first);
  const inMoney = (minor: bigint) => moneyInWords(minor, basis.currencyCode);
  for (const { definition, minor } of rivals)
    if (best && minor > 0n && definition !== best.definition) {
      const reason = `it takes off ${inMoney(minor)}, "${best.definition.description}" takes off ${inMoney(best.minor)}`;
      refusals.set(definition, refusal(LOST_TO_ANOTHER, reason));
    }
  const applied = applyAll(
    basis,
    ready.filter(({ definition }) => definition.is_combinable || definition === best?.definition),
  );
  return { ...applied, discounts: withoutZeros(applied.discounts, refusals, NOTHING_LEFT) };
}

function applyAll(basis: DiscountBasis, discounts: readonly ReadyDiscount[]): Discounted {
  return applyDiscounts(basis, linesInOrder(discounts));
}
