import {
  type Band,
  type DefinitionTerms,
  type DefinitionType,
  isDiscountType,
} from '@keyhaven/contracts/fees/definition';
import { isPercentMode } from '@keyhaven/stays/charges/match-definition';
import { decimalsFault } from '@keyhaven/stays/money';
import { sortBands } from './sort-bands';

type Value = 'amount' | 'percent';
/** The fields of a definition that are needed to validate its amounts and percentages. */
export type Valued = Pick<DefinitionTerms, 'mode' | 'amount' | 'percent' | 'amounts' | 'currency_code'> & {
  type: DefinitionType;
};

/** Returns the faults in the amounts and percentages of a definition. Each fault names its field. */
export function valueFaults(definition: Valued): string[] {
  const { amounts, currency_code } = definition;
  const holders: [prefix: string, values: Pick<Band, Value>][] = [
    ['', definition],
    ...amounts.map((band, index): [string, Band] => [`amounts.${index}.`, band]),
  ];
  const faults = holders.flatMap(([prefix, { amount, percent }]) => [
    ...(amount === null ? [] : signFaults(`${prefix}amount`, amount, definition.type)),
    ...(percent === null ? [] : signFaults(`${prefix}percent`, percent, definition.type)),
    ...(amount === null ? [] : decimalsFault(`${prefix}amount`, amount, currency_code)),
  ]);
  return [...faults, ...bandFaults(definition), ...overlapFaults(amounts)];
}

/**
 * Discounts have positive amounts, although they reduce the price. Among surcharges, only rate adjusters may be
 * negative.
 */
function signFaults(field: string, value: number, type: DefinitionType): string[] {
  const isDiscount = isDiscountType(type);
  if (isDiscount && value <= 0)
    return [`${field}: ${value} is not accepted; amounts and percentages of discounts are positive`];
  if (isDiscount && field.endsWith('percent') && value > 100)
    return [`${field}: ${value} is not accepted; a discount is at most 100 percent`];
  if (!isDiscount && type !== 'rate_adjuster' && value < 0)
    return [`${field}: ${value} is not accepted; a surcharge is not negative; use v2/discounts to reduce a price`];
  return [];
}

function bandFaults({ mode, amounts }: Valued): string[] {
  const [used, unused]: [Value, Value] = isPercentMode(mode) ? ['percent', 'amount'] : ['amount', 'percent'];
  return amounts.flatMap((band, index) => {
    const place = `amounts.${index}`;
    const faults: string[] = [];
    if (band[used] === null) faults.push(`${place}.${used}: is required; each band of mode ${mode} has one`);
    if (band[unused] !== null)
      faults.push(`${place}.${unused}: ${band[unused]} is not accepted; mode ${mode} uses ${used}`);
    return faults;
  });
}

function overlapFaults(amounts: readonly Band[]): string[] {
  return sortBands(amounts).flatMap((band, index, sorted) => {
    const next = sorted[index + 1];
    if (!next || (band.to !== null && band.to < next.from)) return [];
    return [`amounts: the bands ${inWords(band)} and ${inWords(next)} overlap; each number belongs to one band`];
  });
}

function inWords({ from, to }: Band): string {
  return to === null ? `from ${from}` : `${from} to ${to}`;
}
