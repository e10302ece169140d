import { adjusterOf } from './adjust-rent';
import type {
  ChargeInputs,
  ContainedTax,
  DiscountDefinition,
  SurchargeDefinition,
  TaxDefinition,
} from './charge-types';
import { chooseDiscounts } from './choose-discounts';
import { containedTaxes } from './contained-tax';
import { finishDiscount, finishRent, finishSurcharge, finishTax } from './finish-lines';
import type { FinishedLine } from './present-charges';
import { readyDiscount, readySurcharge } from './ready-lines';
import { sift, withoutZeros, type Refusals } from './refusal';
import { rentOf, type Rent } from './rent-line';
import { inOrder, linesInOrder } from './shown-order';
import { taxedLines } from './tax-base';
import { owedTax, taxAmount } from './tax-lines';

/** The charge lines of a stay in order, and the reasons why surcharges, discounts and taxes added no line. */
export interface ComposedLines {
  rent: Rent;
  lines: FinishedLine[];
  contained: ContainedTax[];
  /**
   * All discounts that match the stay, even if they added no line because another discount applies
   * or nothing was left to take off.
   */
  matchingDiscounts: ReadonlySet<DiscountDefinition>;
  refused: {
    surcharges: Refusals<SurchargeDefinition>;
    discounts: Refusals<DiscountDefinition>;
    taxes: Refusals<TaxDefinition>;
  };
}

/**
 * Calculates the lines of a stay, in an order that does not depend on the order of the definitions:
 * (1) the rent; (2) discounts that are flat or a percentage of the rent; (3) surcharges that are
 * flat or a percentage of the rent; (4) discounts and surcharges in percent of the subtotal, which
 * is (1) - (2) + (3); (5) taxes.
 */
export function composeLines({ stay, surcharges, discounts, taxes }: Omit<ChargeInputs, 'settings'>): ComposedLines {
  const refused: ComposedLines['refused'] = { surcharges: new Map(), discounts: new Map(), taxes: new Map() };
  const isAdjuster = ({ type }: SurchargeDefinition) => type === 'rate_adjuster';

  const adjusters = sift(inOrder(surcharges).filter(isAdjuster), refused.surcharges, (definition) =>
    adjusterOf(definition, stay),
  );
  const rent = rentOf(stay, adjusters);

  const readySurcharges = sift(
    inOrder(surcharges).filter((definition) => !isAdjuster(definition)),
    refused.surcharges,
    (definition) => readySurcharge(definition, stay, rent),
  );
  const readyDiscounts = sift(inOrder(discounts), refused.discounts, (definition) =>
    readyDiscount(definition, stay, rent),
  );
  const onRent = withoutZeros(
    readySurcharges.flatMap((line) => ('minor' in line ? [line] : [])),
    refused.surcharges,
  );
  const discounted = chooseDiscounts(
    {
      currencyCode: stay.currency_code,
      rent: rent.minor,
      surcharges: onRent,
      subtotalSurcharges: readySurcharges.flatMap((line) => ('minor' in line ? [] : [line])),
    },
    readyDiscounts,
    refused.discounts,
  );
  const onSubtotal = withoutZeros(discounted.subtotalSurcharges, refused.surcharges);

  const bases = taxedLines(rent, onRent, { ...discounted, subtotalSurcharges: onSubtotal });
  const owed = sift(inOrder(taxes), refused.taxes, (definition) => owedTax(definition, stay, bases));
  const added = owed
    .filter(({ definition }) => !definition.is_inclusive)
    .map((tax) => ({ ...tax, ...taxAmount(tax, stay, rent) }));
  return {
    rent,
    lines: [
      ...(stay.is_owner_booking ? [] : [finishRent(rent, stay)]),
      ...linesInOrder([...onRent, ...onSubtotal]).map(finishSurcharge),
      ...linesInOrder(discounted.discounts).map(finishDiscount),
      ...withoutZeros(added, refused.taxes).map((tax) => finishTax(tax, stay)),
    ],
    contained: containedTaxes(owed, stay, rent, refused.taxes),
    matchingDiscounts: new Set(readyDiscounts.map(({ definition }) => definition)),
    refused,
  };
}
