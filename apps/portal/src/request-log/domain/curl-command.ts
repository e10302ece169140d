import { quoteForShell } from '@keyhaven/api-docs/samples/quote-for-shell';
import type { LoggedRequestDetails } from '@keyhaven/contracts/identity/request-log';

type Repeatable = Pick<LoggedRequestDetails, 'method' | 'path' | 'app_key' | 'is_dry_run' | 'request_body'>;

/**
 * Returns a logged request as a command for a shell. The log contains no credentials, so the command uses shell
 * variables instead. The log contains a body only if the request had an error, and only the beginning of a long body.
 */
export function curlCommand(request: Repeatable, publicUrl: string): string {
  const { method, path, app_key, is_dry_run: isDryRun, request_body: body } = request;
  const credentials =
    app_key === null ? '-u "$KEYHAVEN_EMAIL:$KEYHAVEN_TOKEN"' : '-H "Authorization: Bearer $KEYHAVEN_TOKEN"';
  return [
    // Send the URL unchanged: -g keeps curl from reading brackets as ranges, and --path-as-is keeps
    // dot segments.
    'curl -g --path-as-is',
    ...(method === 'HEAD'
      ? ['-I']
      : method === 'GET' && !body
        ? []
        : [`-X ${/^[A-Z]+$/.test(method) ? method : quoteForShell(method)}`]),
    credentials,
    ...(isDryRun ? [`-H 'Prefer: dry-run'`] : []),
    // --data would read a file if the body began with @.
    ...(body ? [`-H 'Content-Type: application/json'`, `--data-raw ${quoteForShell(body.text)}`] : []),
    quoteForShell(`${publicUrl}${path}`),
  ].join(' \\\n  ');
}
