/** The largest offset of the API's lists. */
const MAX_OFFSET = 10_000_000;

/**
 * Reads a whole number greater than 0 from a query, such as an id. Returns undefined if it is
 * missing or invalid.
 */
export function queryNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Reads how many records of a list to skip. Returns 0 if the number is missing or invalid. */
export function queryOffset(query: URLSearchParams): number {
  const offset = queryNumber(query, 'offset') ?? 0;
  return offset <= MAX_OFFSET ? offset : 0;
}
