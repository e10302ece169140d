import { idListInput, unknownIdsOmitted } from './inputs';

/** The property filter of lists: both parameter names work, and their ids are combined. */
export const propertyFilter = { property_ids: idListInput.optional(), property_id: idListInput.optional() };

/** The same filter for lists that treat an id that is not a number like one that does not exist. */
export const lenientPropertyFilter = {
  property_ids: unknownIdsOmitted.optional(),
  property_id: unknownIdsOmitted.optional(),
};

/** The property ids of a query; undefined if it names none, which asks for all. */
export function namedProperties(query: {
  property_ids?: readonly number[];
  property_id?: readonly number[];
}): number[] | undefined {
  const { property_ids, property_id } = query;
  if (property_ids === undefined && property_id === undefined) return undefined;
  return [...new Set([...(property_ids ?? []), ...(property_id ?? [])])];
}
