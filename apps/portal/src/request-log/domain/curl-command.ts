import { quoteForShell } from '@keyhaven/api-docs/samples/quote-for-shell';
import type { LoggedRequestDetails } from '@keyhaven/contracts/identity/request-log';

type Repeatable = Pick<LoggedRequestDetails, 'method' | 'path' | 'app_key' | 'is_dry_run' | 'request_body'>;

/**
 * The request as a command for a shell. The credentials are not part of the log, so they are replaced by variables of
 * the shell. A body is in the log only for errors, and only its beginning.
 */
export function curlCommand(request: Repeatable, publicUrl: string): string {
  const { method, path, app_key, is_dry_run: isDryRun, request_body: body } = request;
  const credentials =
    app_key === null ? '-u "$KEYHAVEN_EMAIL:$KEYHAVEN_TOKEN"' : '-H "Authorization: Bearer $KEYHAVEN_TOKEN"';
  return [
    // Send the address unchanged: with -g, brackets are not ranges, and with --path-as-is, dot segments are kept.
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
