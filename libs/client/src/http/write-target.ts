/** The value of a parameter. A list is sent as comma-separated values. */
export type ParameterValue = string | number | boolean | Date | null | undefined | readonly (string | number)[];

/**
 * Returns the path and query for a request of an operation.
 * @param route a path with parameters as `:id`.
 * @throws TypeError if a path parameter is missing.
 */
export function writeTarget(route: string, parameters: Readonly<Record<string, ParameterValue>>): string {
  const inPath = new Set<string>();
  const path = route.replace(/:([a-z_]+)/g, (_, name: string) => {
    const text = textOf(parameters[name]);
    if (text === undefined || text === '') throw new TypeError(`${route} needs the parameter ${name}`);
    inPath.add(name);
    return encodeURIComponent(text);
  });
  return appendQuery(path, Object.fromEntries(Object.entries(parameters).filter(([name]) => !inPath.has(name))));
}

/** Appends parameters to a URL or path, which may already have a query. */
export function appendQuery(address: string, parameters: Readonly<Record<string, ParameterValue>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    const text = textOf(value);
    if (text !== undefined) query.append(name, text);
  }
  return query.size === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${query.toString()}`;
}

function textOf(value: ParameterValue): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(',') : String(value);
}
