/** Stands in `scope_ids` for all properties: no property has this id, and one index serves both. */
export const ALL_PROPERTIES = 0;

/** The ids by which the rows for properties are found; null stands for all properties. */
export function scopeIds(propertyIds: readonly number[] | null): number[] {
  return propertyIds === null ? [ALL_PROPERTIES] : [...propertyIds];
}

/** What finds the rows that count for any of these properties. */
export function forProperties(propertyIds: readonly number[]): { scope_ids: { $in: number[] } } {
  return { scope_ids: { $in: [ALL_PROPERTIES, ...propertyIds] } };
}
