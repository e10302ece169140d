import { idListInput, MAX_IDS, unknownIdsOmitted } from './inputs';

/** The property filter of lists. Both parameter names work, and their ids are combined. */
export const propertyFilter = {
  property_ids: idListInput
    .optional()
    .describe(
      `Only records of these properties: ids, separated by commas, at most ${MAX_IDS}. The parameter may be repeated.`,
    ),
  property_id: idListInput.optional().describe('Same as `property_ids`. If both are sent, their ids are combined.'),
};

/**
 * The property filter of lists that accept any value in place of an id. A value that is not an id matches no property.
 */
export const lenientPropertyFilter = {
  property_ids: unknownIdsOmitted
    .optional()
    .describe(
      `Only these properties: ids, separated by commas, at most ${MAX_IDS}. The parameter may be repeated. Values that ` +
        'are not the id of a property of the account are ignored.',
    ),
  property_id: unknownIdsOmitted
    .optional()
    .describe('Same as `property_ids`. If both are sent, their ids are combined.'),
};

/** Returns the property ids in a query; undefined if the query does not filter by property. */
export function namedProperties(query: {
  property_ids?: readonly number[];
  property_id?: readonly number[];
}): number[] | undefined {
  const { property_ids, property_id } = query;
  if (property_ids === undefined && property_id === undefined) return undefined;
  return [...new Set([...(property_ids ?? []), ...(property_id ?? [])])];
}
