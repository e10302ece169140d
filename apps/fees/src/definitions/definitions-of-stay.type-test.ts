/**
 * Checks at compile time that the response of the fees service and the input of the charge calculation have the same
 * type. `npm run typecheck` fails if only one of them has a value or field.
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

/** The calculation accepts definitions without a currency. Stored definitions always have a currency. */
type Stored<Definition> = Omit<Definition, 'currency_code'> & { currency_code: string };
export const allOfIt = (calculated: {
  adjusters: Stored<SurchargeDefinition>[];
  surcharges: Stored<SurchargeDefinition>[];
  discounts: Stored<DiscountDefinition>[];
  taxes: TaxDefinition[];
}): DefinitionsOfStay => calculated;
