/** A request to the API, as an example shows it. */
export interface SampleRequest {
  method: string;
  /** The path with its ids, such as /v2/bookings/12, without the query. */
  path: string;
  query?: Readonly<Record<string, unknown>>;
  /**
   * The headers that the example is about. Credentials are added from the environment unless `authorization` is here.
   * `authorization: ''` is for routes without credentials.
   */
  headers?: Readonly<Record<string, string>>;
  /** A JSON value; an object of texts if the content type is that of a form. */
  body?: unknown;
}

/** One request in three languages. Each text runs as it is, with KEYHAVEN_URL, KEYHAVEN_EMAIL and KEYHAVEN_TOKEN set. */
export interface Samples {
  curl: string;
  typescript: string;
  python: string;
}

/** The parts of a request that all languages need. */
export interface SampleParts {
  method: string;
  /** Path and query, encoded. */
  target: string;
  /** Whether the request sends the credentials from the environment variables. */
  isAuthorized: boolean;
  headers: readonly (readonly [name: string, value: string])[];
  /** The body as text; undefined if there is none. */
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

/** Lists are written with commas, other values as in JSON. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function titleCase(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_match, dash: string, letter: string) => dash + letter.toUpperCase());
}
