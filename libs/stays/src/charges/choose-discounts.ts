import { applyDiscounts, type DiscountBasis, type Discounted, type ReadyDiscount } from './apply-discounts';
import type { DiscountDefinition } from './charge-types';
import { measureRivals } from './measure-rivals';
import { moneyInWords } from './minor-amounts';
import { refusal, withoutZeros, type Refusals } from './refusal';
import { linesInOrder } from './shown-order';

/** The field that the explanation gives as the reason when another discount applies instead. */
export const LOST_TO_ANOTHER = 'is_combinable';

const NOTHING_LEFT = 'nothing is left that it could take off';

/**
 * Applies the combinable discounts and one non-combinable discount: the one that takes off the most
 * in addition to the combinable ones. If several take off the same amount, the one with the lowest
 * id is applied. Records why the other non-combinable discounts are not applied.
 */
export function chooseDiscounts(
  basis: DiscountBasis,
  ready: readonly ReadyDiscount[],
  refusals: Refusals<DiscountDefinition>,
): Discounted {
  const shown = linesInOrder(ready);
  const rivals = measureRivals(basis, shown).sort((a, b) => a.definition.id - b.definition.id);
  const [first, ...others] = withoutZeros(rivals, refusals, NOTHING_LEFT);
  const best = others.reduce((winner, rival) => (rival.minor > (winner?.minor ?? 0n) ? rival : winner), first);
  const inMoney = (minor: bigint) => moneyInWords(minor, basis.currencyCode);
  for (const { definition, minor } of rivals)
    if (best && minor > 0n && definition !== best.definition) {
      const reason = `it takes off ${inMoney(minor)}, "${best.definition.description}" takes off ${inMoney(best.minor)}`;
      refusals.set(definition, refusal(LOST_TO_ANOTHER, reason));
    }
  const applied = applyDiscounts(
    basis,
    shown.filter(({ definition }) => definition.is_combinable || definition === best?.definition),
  );
  return { ...applied, discounts: withoutZeros(applied.discounts, refusals, NOTHING_LEFT) };
}
