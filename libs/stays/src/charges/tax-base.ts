import type { Discounted } from './apply-discounts';
import type { ChargeCategory, SurchargeDefinition, TaxDefinition } from './charge-types';
import type { DraftLine } from './draft-lines';
import type { Rent } from './rent-line';
import { splitInProportion, total } from './shares';

/**
 * A line with its taxable amount in `minor`: the amount of the line minus the discounts on the
 * line.
 */
export interface TaxedLine {
  description: string;
  category: ChargeCategory;
  isTaxable: boolean;
  minor: bigint;
  isRent: boolean;
}

/**
 * Calculates the taxable amounts of the lines: their amounts minus the discounts with is_taxable. A
 * discount on the rent reduces only the rent. The sum of the discounts on the subtotal reduces the
 * lines of the subtotal in proportion. If this sum exceeds the subtotal, the rest of it reduces the
 * surcharges that are a percentage of the subtotal, also in proportion. If the rent is 0, there is
 * no line for the rent.
 */
export function taxedLines(
  rent: Rent,
  surcharges: readonly DraftLine<SurchargeDefinition>[],
  { subtotal, subtotalSurcharges, discounts }: Discounted,
): TaxedLine[] {
  const takenFrom = (on: 'rent' | 'subtotal', taxableOnly: boolean) =>
    total(
      discounts
        .filter((line) => line.on === on && (line.definition.is_taxable || !taxableOnly))
        .map(({ minor }) => minor),
    );
  const lineOf = ({ definition, minor }: DraftLine<SurchargeDefinition>): TaxedLine => ({
    description: definition.description,
    category: definition.category,
    isTaxable: definition.is_taxable,
    minor,
    isRent: false,
  });
  const rentLine: TaxedLine = {
    description: 'Rent',
    category: 'rent',
    isTaxable: true,
    minor: rent.minor - takenFrom('rent', true),
    isRent: true,
  };
  const subtotalParts = [
    ...(rent.minor > 0n ? [{ line: rentLine, minor: rent.minor - takenFrom('rent', false) }] : []),
    ...surcharges.map((surcharge) => ({ line: lineOf(surcharge), minor: surcharge.minor })),
  ];
  const taken = takenFrom('subtotal', true);
  const takenWithin = taken < subtotal ? taken : subtotal;
  return [
    ...lowered(
      subtotalParts.map(({ line }) => line),
      subtotalParts.map(({ minor }) => minor),
      takenWithin,
    ),
    ...lowered(
      subtotalSurcharges.map(lineOf),
      subtotalSurcharges.map(({ minor }) => minor),
      taken - takenWithin,
    ),
  ];
}

/**
 * Whether a tax applies to a line. The line must be taxable. If the tax lists categories, the line
 * must be in one of them.
 */
export function isTaxedBy({ category, isTaxable }: TaxedLine, { applies_to }: TaxDefinition): boolean {
  return isTaxable && (applies_to === null || applies_to.includes(category));
}

function lowered(lines: readonly TaxedLine[], weights: readonly bigint[], taken: bigint): TaxedLine[] {
  const shares = splitInProportion(taken, weights);
  return lines.map((line, index) => ({ ...line, minor: line.minor - (shares[index] ?? 0n) }));
}
