/** Stands for all properties in `scope_ids`. No property has this id, so that one index serves both kinds. */
export const ALL_PROPERTIES = 0;

/** The `scope_ids` of a record for some properties, or for all when `propertyIds` is null. */
export function scopeIds(propertyIds: readonly number[] | null): number[] {
  return propertyIds === null ? [ALL_PROPERTIES] : [...propertyIds];
}

/** The filter for records that apply to any of these properties. */
export function forProperties(propertyIds: readonly number[]): { scope_ids: { $in: number[] } } {
  return { scope_ids: { $in: [ALL_PROPERTIES, ...propertyIds] } };
}
