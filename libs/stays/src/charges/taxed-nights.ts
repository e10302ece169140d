import type { ChargedStay, TaxDefinition } from './charge-types';
import { refusal, type Refusal } from './refusal';
import { arrivalOf, isInRanges } from './stay-facts';
import { dateRangesInWords, measureInWords } from './words';

/** Returns the dates of the taxed nights (at least one), or why the tax is not owed. */
export function taxedNights(tax: TaxDefinition, stay: ChargedStay): { applies: true; dates: Set<string> } | Refusal {
  const { exempt_from_nights, max_nights, valid_from, valid_to } = tax;
  const validity = [{ from: valid_from, to: valid_to }];
  const count = stay.nights.length;
  if (!tax.active) return refusal('active', 'it is not active');
  if (exempt_from_nights !== null && count >= exempt_from_nights)
    return refusal(
      'exempt_from_nights',
      `stays of ${measureInWords(exempt_from_nights, 'nights')} or more owe none; the stay has ${count}`,
    );
  const limit = max_nights ?? count;
  const valid = stay.nights
    .map(({ date }, index) => ({ date, index }))
    .filter(({ date }) => isInRanges(date, validity));
  const [firstValid] = valid;
  if (!firstValid) {
    const field = valid_from !== null && arrivalOf(stay) < valid_from ? 'valid_from' : 'valid_to';
    return refusal(field, `it is owed for nights ${dateRangesInWords(validity)}; the stay has none`);
  }
  const dates = valid.filter(({ index }) => index < limit).map(({ date }) => date);
  if (dates.length > 0) return { applies: true, dates: new Set(dates) };
  const behind = firstValid.index > 0 ? `; its dates, ${dateRangesInWords(validity)}, are later` : '';
  return refusal('max_nights', `it is owed for the first ${measureInWords(limit, 'nights')} only${behind}`);
}
