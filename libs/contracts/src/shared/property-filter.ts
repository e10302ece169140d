import { idListInput, unknownIdsOmitted } from './inputs';

/** How every list that can be filtered by property takes the ids: both names work, and together they add up. */
export const propertyFilter = { property_ids: idListInput.optional(), property_id: idListInput.optional() };

/** The same for lists on which an id that is not a number counts as one that does not exist. */
export const lenientPropertyFilter = {
  property_ids: unknownIdsOmitted.optional(),
  property_id: unknownIdsOmitted.optional(),
};

/** The ids of the properties that a query names; undefined when it names none and asks for all. */
export function namedProperties(query: {
  property_ids?: readonly number[];
  property_id?: readonly number[];
}): number[] | undefined {
  const { property_ids, property_id } = query;
  if (property_ids === undefined && property_id === undefined) return undefined;
  return [...new Set([...(property_ids ?? []), ...(property_id ?? [])])];
}
