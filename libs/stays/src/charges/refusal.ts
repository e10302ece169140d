import type { PricedNight } from './charge-types';

/** Why a definition makes no line: the field that decides, and the reason in words and numbers. */
export interface Refusal {
  applies: false;
  field: string;
  reason: string;
}

/** The nights that a definition counts: all of the stay, unless dates, weekdays or seasons choose some. */
export type Match = { applies: true; nights: readonly PricedNight[] } | Refusal;

export function refusal(field: string, reason: string): Refusal {
  return { applies: false, field, reason };
}

/** Two refusals that no stay changes: charges are made without asking for such definitions. */
export const NOT_ACTIVE = refusal('active', 'it is not active');
export function notForProperty(propertyId: number): Refusal {
  return refusal('property_ids', `it does not apply to property ${propertyId}`);
}

/** Why definitions made no line, as the steps of the calculation find it. */
export type Refusals<Definition> = Map<Definition, Refusal>;

/** Tries each definition: answers what applies, in the same order, and notes the refusals of the others. */
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

/** The lines that come to more than 0; notes the others as refused. */
export function withoutZeros<Definition, Line extends { definition: Definition; minor: bigint }>(
  lines: readonly Line[],
  refusals: Refusals<Definition>,
  reason = 'it comes to 0',
): Line[] {
  for (const { definition, minor } of lines) if (minor === 0n) refusals.set(definition, refusal('amount', reason));
  return lines.filter(({ minor }) => minor > 0n);
}
