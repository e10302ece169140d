/**
 * What the fees service answers is what charges are calculated from. `npm run typecheck` reads this file: a word or a
 * field that one of the two has and the other has not is an error here.
 */
import type { DefinitionsOfStay } from '@keyhaven/contracts/fees/internal-contract';
import type { DiscountDefinition, SurchargeDefinition, TaxDefinition } from '@keyhaven/stays/charges/charge-types';

interface Calculated {
  adjusters: SurchargeDefinition[];
  surcharges: SurchargeDefinition[];
  discounts: DiscountDefinition[];
  taxes: TaxDefinition[];
}

export const answered = (definitions: DefinitionsOfStay): Calculated => definitions;

/** A definition of the calculation may be of any currency; a stored one always has its own. */
type Stored<Definition> = Omit<Definition, 'currency_code'> & { currency_code: string };
export const allOfIt = (calculated: {
  adjusters: Stored<SurchargeDefinition>[];
  surcharges: Stored<SurchargeDefinition>[];
  discounts: Stored<DiscountDefinition>[];
  taxes: TaxDefinition[];
}): DefinitionsOfStay => calculated;
