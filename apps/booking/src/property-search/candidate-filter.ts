import type { PropertySearchQuery } from '@keyhaven/contracts/booking/property-search';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { QueryFilter } from 'mongoose';
import type { PropertyDocument } from '../store/property.model';

const TAG = 'tags.tag_definition_id';

/**
 * The filter for properties that match a search. The filter ignores the dates of the search. If a
 * limit of a property is null, the property accepts any number.
 */
export function candidateFilter(query: PropertySearchQuery): QueryFilter<PropertyDocument> {
  const { guests_min, guests_max, bedrooms_min, bedrooms_max, pets_allowed, children_allowed } = query;
  const { include_tag_ids, exclude_tag_ids } = query;
  const named = namedProperties(query);
  const conditions: (QueryFilter<PropertyDocument> | undefined)[] = [
    { active: true },
    named && { _id: { $in: named } },
    guests_min === undefined ? undefined : { $or: [{ max_guests: null }, { max_guests: { $gte: guests_min } }] },
    guests_max === undefined ? undefined : { max_guests: { $lte: guests_max } },
    bedrooms_min === undefined ? undefined : { bedrooms: { $gte: bedrooms_min } },
    bedrooms_max === undefined ? undefined : { bedrooms: { $lte: bedrooms_max } },
    pets_allowed === undefined ? undefined : accepts('max_pets', pets_allowed),
    children_allowed === undefined ? undefined : accepts('max_children', children_allowed),
    include_tag_ids && { [TAG]: { $in: include_tag_ids } },
    exclude_tag_ids && { [TAG]: { $nin: exclude_tag_ids } },
  ];
  return { $and: conditions.filter((condition) => condition !== undefined) };
}

function accepts(limit: 'max_pets' | 'max_children', isAccepted: boolean): QueryFilter<PropertyDocument> {
  return isAccepted ? { [limit]: { $ne: 0 } } : { [limit]: 0 };
}
