import { quoteForShell } from './quote-for-shell';
import type { SampleParts } from './request';

/**
 * Writes a request as a curl command with one option per line. Options that are curl's default are
 * omitted.
 */
export function curlOf({ method, target, isAuthorized, headers, body }: SampleParts): string {
  // curl's default method is POST if there is a body. Without -g, curl reads brackets in a URL
  // as a range.
  const isDefault = method === (body ? 'POST' : 'GET');
  const content = body?.kind === 'json' ? JSON.stringify(body.value) : body?.text;
  return [
    `curl -s --fail-with-body${/[[\]{}]/.test(target) ? ' -g' : ''}`,
    ...(isDefault ? [] : [`-X ${method}`]),
    ...(isAuthorized ? ['-u "$KEYHAVEN_EMAIL:$KEYHAVEN_TOKEN"'] : []),
    ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body?.kind === 'json' ? ["-H 'Content-Type: application/json'"] : []),
    // Not --data, which would read a file if the body began with @.
    ...(content === undefined ? [] : [`--data-raw ${quoteForShell(content)}`]),
    `"$KEYHAVEN_URL${target}"`,
  ].join(' \\\n  ');
}
