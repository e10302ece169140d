import type { PricedNight } from './charge-types';

/** Why a definition adds no line: the field that decides this, and a reason with numbers. */
export interface Refusal {
  applies: false;
  field: string;
  reason: string;
}

/**
 * The nights that a definition counts. These are all nights of the stay, unless it is restricted to dates, weekdays or
 * seasons.
 */
export type Match = { applies: true; nights: readonly PricedNight[] } | Refusal;

export function refusal(field: string, reason: string): Refusal {
  return { applies: false, field, reason };
}

/**
 * Two refusals that do not depend on the stay. The fees service therefore omits such definitions from the inputs of a
 * calculation.
 */
export const NOT_ACTIVE = refusal('active', 'it is not active');
export function notForProperty(propertyId: number): Refusal {
  return refusal('property_ids', `it does not apply to property ${propertyId}`);
}

/** Why definitions added no line. Each part of the calculation adds its refusals. */
export type Refusals<Definition> = Map<Definition, Refusal>;

/** Tries each definition. Returns the results that apply, in the same order, and records the refusals. */
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

/** Keeps the lines above 0 and records the others as refused. */
export function withoutZeros<Definition, Line extends { definition: Definition; minor: bigint }>(
  lines: readonly Line[],
  refusals: Refusals<Definition>,
  reason = 'it comes to 0',
): Line[] {
  for (const { definition, minor } of lines) if (minor === 0n) refusals.set(definition, refusal('amount', reason));
  return lines.filter(({ minor }) => minor > 0n);
}
