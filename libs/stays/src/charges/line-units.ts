import type { ChargedStay, DefinitionTerms } from './charge-types';
import { refusal, type Refusal } from './refusal';
import { measureOf } from './stay-facts';
import { measureInWords } from './words';

/** How many times a flat amount is charged, and the words for this number in the explanation. */
export type Units = { applies: true; units: number; words: string } | Refusal;

/**
 * Calculates how many times a flat amount is charged: the number of nights (if the mode is per
 * night) times the number of guests or pets that are not included (if the mode is per guest or per
 * pet).
 */
export function countUnits(
  { mode, included }: Pick<DefinitionTerms, 'mode' | 'included'>,
  stay: ChargedStay,
  nightCount: number,
): Units {
  const nights = mode.endsWith('per_night') ? nightCount : 1;
  const nightWords = mode.endsWith('per_night') ? ` × ${measureInWords(nights, 'nights')}` : '';
  const measure = mode.startsWith('per_guest') ? 'guests' : mode.startsWith('per_pet') ? 'pets' : undefined;
  if (measure === undefined) return { applies: true, units: nights, words: nightWords };
  const present = measureOf(stay, measure);
  const charged = Math.max(present - included, 0);
  if (charged === 0)
    return refusal(
      'included',
      `${measureInWords(included, measure)} included; the stay has ${measureInWords(present, measure)}`,
    );
  const above = included > 0 ? ` above ${included}` : '';
  return {
    applies: true,
    units: charged * nights,
    words: ` × ${measureInWords(charged, measure)}${above}${nightWords}`,
  };
}
