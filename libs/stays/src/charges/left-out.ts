import type { DefinitionReference, LeftOut } from './charge-types';
import type { Refusals } from './refusal';
import { linesInOrder } from './shown-order';

/** The definitions that made no line, in the order in which they would be shown, each with its reason. */
export function listLeftOut<Definition extends { id: number; position: number; description: string }>(
  refusals: Refusals<Definition>,
  referTo: (definition: Definition) => DefinitionReference,
): LeftOut[] {
  const entries = [...refusals].map(([definition, refusal]) => ({ definition, refusal }));
  return linesInOrder(entries).map(({ definition, refusal: { field, reason } }) => ({
    definition: referTo(definition),
    description: definition.description,
    field,
    reason,
  }));
}
