import type { DefinitionReference, LeftOut } from './charge-types';
import type { Refusals } from './refusal';
import { linesInOrder } from './shown-order';

/** Lists the definitions that made no line, each with the reason, in the order in which their lines would be shown. */
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
