type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Compares the fields of two bodies, but not their values. Null and an empty list match every value. A list is compared
 * like one object that has all fields of its items.
 * @returns the paths of the fields that only one of the bodies has.
 */
export function differencesOf(recorded: unknown, present: unknown, at = ''): string[] {
  if (Array.isArray(recorded) && Array.isArray(present)) {
    if (recorded.length === 0 || present.length === 0) return [];
    return differencesOf(merged(recorded), merged(present), `${at}[]`);
  }
  if (!isObject(recorded) || !isObject(present)) return [];
  return [...new Set([...Object.keys(recorded), ...Object.keys(present)])].flatMap((name) => {
    const path = at === '' ? name : `${at}.${name}`;
    if (!(name in present)) return [`${path} is only in the recorded answer`];
    if (!(name in recorded)) return [`${path} is only in the present answer`];
    return differencesOf(recorded[name], present[name], path);
  });
}

/** Returns one value that has all fields of the items. */
function merged(items: readonly unknown[]): unknown {
  return items.reduce((all, item) => {
    if (isObject(all) && isObject(item)) {
      const names = [...new Set([...Object.keys(all), ...Object.keys(item)])];
      const both = (name: string) => (name in all && name in item ? merged([all[name], item[name]]) : undefined);
      return Object.fromEntries(names.map((name) => [name, both(name) ?? all[name] ?? item[name] ?? null]));
    }
    return Array.isArray(all) && Array.isArray(item) ? [...(all as unknown[]), ...(item as unknown[])] : (all ?? item);
  });
}
