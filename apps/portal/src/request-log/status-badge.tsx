import { Badge } from '@keyhaven/pages/components/badge';

/** Shows the HTTP status of a response. Null means that there was no response. */
export function StatusBadge({ status }: { status: number | null }): JSX.Element {
  if (status === null) return <Badge text="no answer" kind="warn" />;
  return <Badge text={String(status)} kind={status >= 500 ? 'danger' : status >= 400 ? 'warn' : 'ok'} />;
}
