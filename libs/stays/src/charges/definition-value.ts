import type { Band, ChargedStay, DefinitionTerms } from './charge-types';
import { isPercentMode } from './match-definition';
import { refusal, type Refusal } from './refusal';
import { measureOf } from './stay-facts';
import { measureInWords } from './words';

/**
 * The amount or percentage of a surcharge or discount for a stay. If a band sets the amount or
 * percentage, `note` describes the band for the explanation.
 */
export type DefinitionValue = { applies: true; value: number; note: string } | Refusal;

/**
 * Finds the amount or percentage of a definition (a surcharge or discount). A tiered definition has
 * bands, for example by number of guests. The band that contains the stay's number of guests sets
 * the value for the whole stay. If no band contains this number, the definition does not apply.
 */
export function definitionValue(definition: DefinitionTerms, stay: ChargedStay): DefinitionValue {
  const { amounts, amounts_by, mode } = definition;
  const field = isPercentMode(mode) ? 'percent' : 'amount';
  if (amounts.length === 0) return valueOrRefusal(definition[field], field, '');
  const measured = measureOf(stay, amounts_by);
  const band = amounts.find((candidate) => holds(candidate, measured));
  if (!band) return refusal('amounts', `none of its bands holds ${measureInWords(measured, amounts_by)}`);
  return valueOrRefusal(band[field], 'amounts', ` (band for ${measureInWords(measured, amounts_by)})`);
}

function valueOrRefusal(value: number | null, field: string, note: string): DefinitionValue {
  return value === null ? refusal(field, `it has no value for its mode${note}`) : { applies: true, value, note };
}

function holds({ from, to }: Band, measured: number): boolean {
  return from <= measured && (to === null || measured <= to);
}
