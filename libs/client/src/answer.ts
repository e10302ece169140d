import type { HttpAnswer } from './http/exchange';

/** An answer with its headers. */
export interface Answer<Body> {
  status: number;
  body: Body;
  headers: Headers;
  /** The id by which the request log and the operator find the request. */
  requestId: string | undefined;
  /** The ETag of the record, for `ifMatch` of a later write. */
  etag: string | undefined;
  /** Parameters and fields that the platform does not know, and did not use. The last entry is `...` if there are more. */
  ignored: string[];
  /** Whether the write was only evaluated. */
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
