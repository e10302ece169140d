import type { PricedNight } from './charge-types';

/** Why a surcharge, discount or tax adds no line: the decisive field, and a reason with numbers. */
export interface Refusal {
  applies: false;
  field: string;
  reason: string;
}

/**
 * The nights to which a surcharge or discount applies. These are all nights of the stay, unless the
 * definition is restricted to dates, weekdays or seasons.
 */
export type Match = { applies: true; nights: readonly PricedNight[] } | Refusal;

export function refusal(field: string, reason: string): Refusal {
  return { applies: false, field, reason };
}

/**
 * The next two refusals depend only on the definition and the property. The fees service leaves out
 * definitions that are refused for one of these reasons, before the calculation.
 */
export const NOT_ACTIVE = refusal('active', 'it is not active');
export function notForProperty(propertyId: number): Refusal {
  return refusal('property_ids', `it does not apply to property ${propertyId}`);
}

/**
 * The reasons why surcharges, discounts or taxes added no line, by definition. Each part of the
 * calculation adds entries.
 */
export type Refusals<Definition> = Map<Definition, Refusal>;

/**
 * Tries all definitions. Returns the results of those that apply, in the same order, and records
 * why the others do not.
 */
export function sift<Definition, Result extends { applies: true }>(
  definitions: readonly Definition[],
  refusals: Refusals<Definition>,
  attempt: (definition: Definition) => Result | Refusal,
): Result[] {
  return definitions.flatMap((definition) => {
    const result = attempt(definition);
    if (result.applies) return [result];
    refusals.set(definition, result);
    return [];
  });
}

/** Returns the charge lines with an amount above 0. Records a refusal for every other line. */
export function withoutZeros<Definition, Line extends { definition: Definition; minor: bigint }>(
  lines: readonly Line[],
  refusals: Refusals<Definition>,
  reason = 'it comes to 0',
): Line[] {
  for (const { definition, minor } of lines) if (minor === 0n) refusals.set(definition, refusal('amount', reason));
  return lines.filter(({ minor }) => minor > 0n);
}
