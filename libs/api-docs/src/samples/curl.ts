import { quoteForShell } from './quote-for-shell';
import type { SampleParts } from './request';

/** A command with one option per line. It contains only options that differ from what curl does by default. */
export function curlOf({ method, target, isAuthorized, headers, body }: SampleParts): string {
  // If there is a body, curl sends a POST by default. Without -g, curl reads brackets in a URL as a range.
  const isDefault = method === (body ? 'POST' : 'GET');
  const content = body?.kind === 'json' ? JSON.stringify(body.value) : body?.text;
  return [
    `curl -s --fail-with-body${/[[\]{}]/.test(target) ? ' -g' : ''}`,
    ...(isDefault ? [] : [`-X ${method}`]),
    ...(isAuthorized ? ['-u "$KEYHAVEN_EMAIL:$KEYHAVEN_TOKEN"'] : []),
    ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body?.kind === 'json' ? ["-H 'Content-Type: application/json'"] : []),
    // --data would read a file if the body began with @.
    ...(content === undefined ? [] : [`--data-raw ${quoteForShell(content)}`]),
    `"$KEYHAVEN_URL${target}"`,
  ].join(' \\\n  ');
}
