import type { ReadyDiscount } from './apply-discounts';
import type { ChargedStay, DiscountDefinition, SurchargeDefinition } from './charge-types';
import { applicable, draftOnRent, type Applicable, type DraftLine } from './draft-lines';
import type { Refusal } from './refusal';
import type { Rent } from './rent-line';

/**
 * Returns the line of a surcharge. A surcharge in percent of the subtotal gets its amount later.
 */
export function readySurcharge(
  definition: SurchargeDefinition,
  stay: ChargedStay,
  rent: Rent,
): DraftLine<SurchargeDefinition> | Applicable<SurchargeDefinition> | Refusal {
  const found = applicable(definition, stay);
  return found.applies && definition.mode !== 'percent_of_subtotal' ? draftOnRent(found, stay, rent) : found;
}

/** Prepares a discount. The discount is on the rent unless its mode is percent_of_subtotal. */
export function readyDiscount(definition: DiscountDefinition, stay: ChargedStay, rent: Rent): ReadyDiscount | Refusal {
  const found = applicable(definition, stay);
  if (!found.applies) return found;
  if (definition.mode === 'percent_of_subtotal')
    return { applies: true, on: 'subtotal', definition, applicable: found };
  const line = draftOnRent(found, stay, rent);
  return line.applies ? { applies: true, on: 'rent', definition, line } : line;
}
