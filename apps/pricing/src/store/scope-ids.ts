/**
 * The value in `scope_ids` that stands for all properties. No property has this id. So one index serves the records for
 * all properties and those for some properties.
 */
export const ALL_PROPERTIES = 0;

/** Returns the `scope_ids` of a record for some properties, or for all if `propertyIds` is null. */
export function scopeIds(propertyIds: readonly number[] | null): number[] {
  return propertyIds === null ? [ALL_PROPERTIES] : [...propertyIds];
}

/** Filters for records that apply to any of these properties. */
export function forProperties(propertyIds: readonly number[]): { scope_ids: { $in: number[] } } {
  return { scope_ids: { $in: [ALL_PROPERTIES, ...propertyIds] } };
}
