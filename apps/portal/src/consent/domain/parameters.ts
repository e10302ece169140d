/** Returns the parameters of a query. A repeated parameter becomes a list, which the identity service can refuse. */
export function parametersOf(query: URLSearchParams): Record<string, string | string[]> {
  const parameters: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    parameters[name] = values.length === 1 ? values[0]! : values;
  }
  return parameters;
}
