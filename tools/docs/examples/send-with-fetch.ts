import type { DemoPlatform } from './demo-platform';
import type { ExampleRequest, ExampleResponse } from './example';
import type { Send } from './scenario';

/**
 * The response headers that examples show. All other headers are in every response, or have a
 * different value each time.
 */
const shownHeaders = [
  'content-type',
  'etag',
  'location',
  'retry-after',
  'preference-applied',
  'x-ignored',
  'www-authenticate',
  'deprecation',
];
const FORM = 'application/x-www-form-urlencoded';

/** Returns the parts of a response that examples show. */
export function readAnswer(status: number, headers: Headers, text: string): ExampleResponse {
  const shown = shownHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { status, headers: Object.fromEntries(shown) as Record<string, string>, ...bodyOf(text, headers) };
}

/** Returns the parsed JSON body, or the unchanged text of any other body. Images are left out. */
function bodyOf(text: string, headers: Headers): { body?: unknown } {
  const type = headers.get('content-type') ?? '';
  if (text === '' || type.startsWith('image/')) return {};
  return { body: type.startsWith('application/json') ? (JSON.parse(text) as unknown) : text };
}

/**
 * Sends requests to the platform. A request without the header `authorization` gets the credentials
 * of the demo account.
 */
export function sendWithFetch({ url, account }: Pick<DemoPlatform, 'url' | 'account'>): Send {
  const basic = `Basic ${Buffer.from(`${account.emailAddress}:${account.personalToken}`).toString('base64')}`;
  return async (request) => {
    const { method, path, query = {}, headers = {}, body } = request;
    const { authorization = basic, ...others } = headers;
    const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const search = new URLSearchParams(texts).toString();
    const answer = await fetch(`${url}${path}${search === '' ? '' : `?${search}`}`, {
      method,
      headers: {
        ...(authorization === '' ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...others,
      },
      body: bodyText(request),
      redirect: 'manual',
    });
    return readAnswer(answer.status, answer.headers, await answer.text());
  };
}

function bodyText({ headers = {}, body }: ExampleRequest): string | undefined {
  if (body === undefined) return undefined;
  return headers['content-type'] === FORM
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body);
}
