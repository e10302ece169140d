import type { DiscountDefinition, SurchargeDefinition } from './charge-types';
import { draftOnSubtotal, type Applicable, type DraftLine } from './draft-lines';
import { moneyInWords } from './minor-amounts';
import { total } from './shares';

/**
 * The amounts that discounts reduce: the rent and the surcharges. The amounts of surcharges in
 * percent of the subtotal are not known yet.
 */
export interface DiscountBasis {
  currencyCode: string;
  rent: bigint;
  /**
   * Surcharges with a flat amount or a percentage of the rent. The subtotal is their sum plus the
   * discounted rent.
   */
  surcharges: readonly DraftLine<SurchargeDefinition>[];
  subtotalSurcharges: readonly Applicable<SurchargeDefinition>[];
}

/**
 * A discount that applies to the stay. A discount on the rent already has an amount. The amount of
 * a discount on the subtotal is calculated when the subtotal is known.
 */
export type ReadyDiscount =
  | { applies: true; on: 'rent'; definition: DiscountDefinition; line: DraftLine<DiscountDefinition> }
  | { applies: true; on: 'subtotal'; definition: DiscountDefinition; applicable: Applicable<DiscountDefinition> };

/** A discount with its final amount, limited to the amount that was left. */
export interface TakenDiscount extends DraftLine<DiscountDefinition> {
  on: 'rent' | 'subtotal';
}

export interface Discounted {
  subtotal: bigint;
  subtotalSurcharges: DraftLine<SurchargeDefinition>[];
  discounts: TakenDiscount[];
}

/**
 * First applies the discounts on the rent, then those on the subtotal. All discounts of one kind
 * are calculated on the same amount, before any of them is subtracted. The discounts are limited,
 * beginning with the last one, so that the rent and the total do not fall below 0.
 * @param discounts in the order of their charge lines.
 */
export function applyDiscounts(basis: DiscountBasis, discounts: readonly ReadyDiscount[]): Discounted {
  const { currencyCode, rent } = basis;
  const onRent = cut(
    discounts.flatMap((discount) => (discount.on === 'rent' ? [discount.line] : [])),
    rent,
    'rent',
    currencyCode,
  );
  const subtotal = rent - sumOf(onRent) + sumOf(basis.surcharges);
  const measured = <Definition>(applicables: readonly Applicable<Definition>[]) =>
    applicables.map((applicable) => draftOnSubtotal(applicable, subtotal, currencyCode));
  const subtotalSurcharges = measured(basis.subtotalSurcharges);
  const onSubtotal = cut(
    measured(discounts.flatMap((discount) => (discount.on === 'subtotal' ? [discount.applicable] : []))),
    subtotal + sumOf(subtotalSurcharges),
    'subtotal',
    currencyCode,
  );
  return { subtotal, subtotalSurcharges, discounts: [...onRent, ...onSubtotal] };
}

function cut(
  lines: readonly DraftLine<DiscountDefinition>[],
  limit: bigint,
  on: TakenDiscount['on'],
  currencyCode: string,
): TakenDiscount[] {
  let left = limit;
  return lines.map((line) => {
    const minor = line.minor < left ? line.minor : left;
    left -= minor;
    const note = minor < line.minor ? `, cut to ${moneyInWords(minor, currencyCode)}: no more is left` : '';
    return { ...line, on, minor, computation: line.computation + note };
  });
}

function sumOf(lines: readonly { minor: bigint }[]): bigint {
  return total(lines.map(({ minor }) => minor));
}
