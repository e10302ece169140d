import type { BandMeasure, CountRange, DateRange } from './charge-types';

/** Formats a range of a criterion: "7 or more nights", "at most 1 child". */
export function countRangeInWords({ min, max }: CountRange, measure: BandMeasure): string {
  const noun = nounFor(max ?? min ?? 0, measure);
  if (min !== null && max === null) return `${min} or more ${pluralOf[measure]}`;
  if (min === null) return max === null ? `any number of ${noun}` : `at most ${max} ${noun}`;
  return min === max ? `exactly ${min} ${noun}` : `${min} to ${max} ${noun}`;
}

export function dateRangesInWords(ranges: readonly DateRange[]): string {
  return ranges.map(({ from, to }) => dateRangeInWords(from, to)).join(', ');
}

function dateRangeInWords(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `${from} to ${to}`;
  if (from !== null) return `from ${from} on`;
  return to === null ? 'any date' : `until ${to}`;
}

const pluralOf: Record<BandMeasure, string> = {
  nights: 'nights',
  guests: 'guests',
  adults: 'adults',
  children: 'children',
  pets: 'pets',
  days_before_arrival: 'days before arrival',
};

const singularOf: Record<BandMeasure, string> = {
  nights: 'night',
  guests: 'guest',
  adults: 'adult',
  children: 'child',
  pets: 'pet',
  days_before_arrival: 'day before arrival',
};

/** Formats a number with its unit: "3 nights", "2 children", "5 days before arrival". */
export function measureInWords(measured: number, measure: BandMeasure): string {
  return `${measured} ${nounFor(measured, measure)}`;
}

function nounFor(count: number, measure: BandMeasure): string {
  return count === 1 ? singularOf[measure] : pluralOf[measure];
}
