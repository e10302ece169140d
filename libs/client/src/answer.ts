import type { HttpAnswer } from './http/exchange';

/** A response of the platform: its body, its headers, and what the headers say about the request. */
export interface Answer<Body> {
  status: number;
  body: Body;
  headers: Headers;
  /** The id of this request in the request log and in the platform's own log. */
  requestId: string | undefined;
  /** The ETag of the record. Pass it as `ifMatch` to a later write. */
  etag: string | undefined;
  /**
   * The query parameters and body fields that the platform did not read. If there are more than the platform lists, the
   * last entry is `...`.
   */
  ignored: string[];
  /** Whether this is the response to a dry run, so nothing was written. */
  isDryRun: boolean;
}

export function describeAnswer({ status, body, headers }: HttpAnswer): Answer<unknown> {
  const ignored = headers.get('x-ignored')?.split(',') ?? [];
  return {
    status,
    body,
    headers,
    requestId: headers.get('x-request-id') ?? undefined,
    etag: headers.get('etag') ?? undefined,
    ignored: ignored.map((name) => decodeURIComponent(name.trim())),
    isDryRun: headers.get('preference-applied')?.includes('dry-run') === true,
  };
}
