import type { ChargedStay, DiscountDefinition, SurchargeDefinition } from './charge-types';
import { definitionValue } from './definition-value';
import { fraction, percentage, rounded, times } from './fraction';
import { countUnits } from './line-units';
import { isPercentMode, matchDefinition } from './match-definition';
import { minorOf, moneyInWords } from './minor-amounts';
import { refusal, type Refusal } from './refusal';
import type { Rent } from './rent-line';
import { total } from './shares';

/** A line before discounts are chosen and limited. The amount of a discount is positive here. */
export interface DraftLine<Definition> {
  applies: true;
  definition: Definition;
  minor: bigint;
  rate: number;
  computation: string;
}

/** A surcharge or discount that applies, but whose amount is not calculated yet. */
export interface Applicable<Definition> {
  applies: true;
  definition: Definition;
  rate: number;
  note: string;
  nights: readonly { date: string }[];
}

/**
 * Returns the value of a surcharge or discount for a stay, or why the surcharge or discount does not
 * apply. It does not apply if its value is 0 or less.
 */
export function applicable<Definition extends SurchargeDefinition | DiscountDefinition>(
  definition: Definition,
  stay: ChargedStay,
): Applicable<Definition> | Refusal {
  const match = matchDefinition(definition, stay);
  if (!match.applies) return match;
  const value = definitionValue(definition, stay);
  if (!value.applies) return value;
  if (value.value <= 0)
    return refusal(isPercentMode(definition.mode) ? 'percent' : 'amount', 'its value is not above 0');
  return { applies: true, definition, rate: value.value, note: value.note, nights: match.nights };
}

/**
 * Calculates the line of a surcharge or discount that is a flat amount, or a percentage of the rent
 * of the nights to which it applies. The amount of the line may be 0.
 */
export function draftOnRent<Definition extends SurchargeDefinition | DiscountDefinition>(
  { definition, rate, note, nights }: Applicable<Definition>,
  stay: ChargedStay,
  rent: Rent,
): DraftLine<Definition> | Refusal {
  const { currency_code } = stay;
  const inMoney = (minor: bigint) => moneyInWords(minor, currency_code);
  if (definition.mode === 'percent_of_rent') {
    const dates = new Set(nights.map(({ date }) => date));
    const base = total(rent.byNight.filter(({ date }) => dates.has(date)).map(({ minor }) => minor));
    const minor = rounded(times(fraction(base), percentage(rate)));
    const computation = `${rate} %${note} of ${inMoney(base)} of rent = ${inMoney(minor)}`;
    return { applies: true, definition, minor, rate, computation };
  }
  const units = countUnits(definition, stay, nights.length);
  if (!units.applies) return units;
  const minor = minorOf(rate, currency_code) * BigInt(units.units);
  const price = `${inMoney(minorOf(rate, currency_code))}${note}`;
  const computation = units.words === '' ? price : `${price}${units.words} = ${inMoney(minor)}`;
  return { applies: true, definition, minor, rate, computation };
}

/** Calculates the line of a surcharge or discount in percent of the subtotal. The amount may be 0. */
export function draftOnSubtotal<Definition>(
  { definition, rate, note }: Applicable<Definition>,
  subtotal: bigint,
  currencyCode: string,
): DraftLine<Definition> {
  const minor = rounded(times(fraction(subtotal), percentage(rate)));
  const computation = `${rate} %${note} of the subtotal ${moneyInWords(subtotal, currencyCode)} = ${moneyInWords(minor, currencyCode)}`;
  return { applies: true, definition, minor, rate, computation };
}
