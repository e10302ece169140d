/**
 * The answer of the fees service and the input of the calculation of charges must have the same type. `npm run
 * typecheck` reads this file: a value or field that only one of the two has is an error here.
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

/** The calculation accepts definitions without a currency; a stored one always has its own. */
type Stored<Definition> = Omit<Definition, 'currency_code'> & { currency_code: string };
export const allOfIt = (calculated: {
  adjusters: Stored<SurchargeDefinition>[];
  surcharges: Stored<SurchargeDefinition>[];
  discounts: Stored<DiscountDefinition>[];
  taxes: TaxDefinition[];
}): DefinitionsOfStay => calculated;
