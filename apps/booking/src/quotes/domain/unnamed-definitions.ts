import type { Charge } from '@keyhaven/contracts/booking/charge';
import type { QuoteExplanation } from '@keyhaven/contracts/booking/quote';
import type { DefinitionInBrief, DefinitionsInBrief } from '@keyhaven/contracts/fees/internal-contract';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { NOT_ACTIVE, notForProperty, type Refusal, refusal } from '@keyhaven/stays/charges/refusal';
import type { KeptExplanation } from '../../charges/domain/kept-explanation';

type LeftOut = QuoteExplanation['left_out'][number];
type Reference = Pick<LeftOut, 'surcharge_id' | 'discount_id' | 'tax_id'>;
type Made = NonNullable<KeptExplanation['made']>;

/**
 * Finds the definitions that appear neither in the charges nor in the stored explanation, with the reason for each. All
 * definitions that were active and applied to the property were considered when the charges were calculated. So each of
 * the found definitions did not exist then, was not active, or did not apply to the property.
 */
export function unnamedDefinitions(
  charges: readonly Charge[],
  { adjusters, left_out, contained_taxes }: KeptExplanation,
  { surcharges, discounts, taxes }: DefinitionsInBrief,
  made: Made,
): LeftOut[] {
  const named = new Set([...charges, ...adjusters, ...left_out, ...contained_taxes].map(nameOf));
  const unnamed = (definitions: readonly DefinitionInBrief[], refer: (id: number) => Reference): LeftOut[] =>
    definitions
      .filter(({ id }) => !named.has(nameOf(refer(id))))
      .map((definition) => {
        const { field, reason } = refusalOf(definition, made);
        return { ...refer(definition.id), description: definition.description, field, reason };
      });
  return [
    ...unnamed(surcharges, (id) => ({ surcharge_id: id })),
    ...unnamed(discounts, (id) => ({ discount_id: id })),
    ...unnamed(taxes, (id) => ({ tax_id: id })),
  ];
}

/** A key that is unique for each surcharge, discount and tax. */
function nameOf({ surcharge_id, discount_id, tax_id }: Reference): string {
  return [surcharge_id, discount_id, tax_id].join('/');
}

function refusalOf({ active, is_for_property, created_utc }: DefinitionInBrief, made: Made): Refusal {
  const created = new Date(created_utc);
  if (created > made.utc) {
    return refusal('created_utc', `it was added at ${formatInstant(created)}, after the charges were made`);
  }
  if (!active) return NOT_ACTIVE;
  if (!is_for_property) return notForProperty(made.property_id);
  return refusal('active', `it was not active, or not for property ${made.property_id}, when the charges were made`);
}
