/** An example request to the API. */
export interface SampleRequest {
  method: string;
  /** The path with the values of its parameters, such as /v2/bookings/12, without the query. */
  path: string;
  query?: Readonly<Record<string, unknown>>;
  /**
   * The headers that the example shows. The samples add the credentials from the environment, unless `authorization` is
   * set. Set it to an empty string for routes without credentials.
   */
  headers?: Readonly<Record<string, string>>;
  /** A JSON value. For a form, an object whose values are strings. */
  body?: unknown;
}

/**
 * The code of a request in three languages. It runs without changes if the environment variables
 * KEYHAVEN_URL, KEYHAVEN_EMAIL and KEYHAVEN_TOKEN are set.
 */
export interface Samples {
  curl: string;
  typescript: string;
  python: string;
}

/** A request, prepared for all three languages. */
export interface SampleParts {
  method: string;
  /** The path and the encoded query. */
  target: string;
  /** Whether the request sends the credentials from the environment variables. */
  isAuthorized: boolean;
  headers: readonly (readonly [name: string, value: string])[];
  /** The body; undefined if there is none. A form is already encoded as text. */
  body?: { kind: 'json'; value: unknown } | { kind: 'form'; text: string };
}

export function partsOf({ method, path, query = {}, headers = {}, body }: SampleRequest): SampleParts {
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textOf(value)]));
  const search = new URLSearchParams(texts).toString();
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const authorization = given.find(([name]) => name === 'authorization')?.[1];
  const isForm = given.some(([name, value]) => name === 'content-type' && value.includes('urlencoded'));
  return {
    method,
    target: `${path}${search === '' ? '' : `?${search}`}`,
    isAuthorized: authorization === undefined,
    headers: given
      .filter(([name, value]) => name !== 'content-type' && !(name === 'authorization' && value === ''))
      .map(([name, value]) => [titleCase(name), value]),
    body:
      body === undefined
        ? undefined
        : isForm
          ? { kind: 'form', text: new URLSearchParams(body as Record<string, string>).toString() }
          : { kind: 'json', value: body },
  };
}

/**
 * Converts a query value to text. A list becomes its values separated by commas, a text stays
 * unchanged, and other values are written as JSON.
 */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function titleCase(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_match, dash: string, letter: string) => dash + letter.toUpperCase());
}
