import type { DefinitionReference, LeftOut } from './charge-types';
import type { Refusals } from './refusal';
import { linesInOrder } from './shown-order';

/**
 * Lists the surcharges, discounts or taxes that added no line, with the reasons, in the order in
 * which their lines would appear.
 */
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
