import type { FuzzedOperation } from '../api/operations';

export type Kind = 'valid' | 'near-valid' | 'hostile';

/** Whose credentials a request has. */
export type Credentials = 'bearer' | 'basic' | 'read' | 'client' | 'other account' | 'none' | 'wrong' | 'malformed';

export interface PlannedBody {
  contentType: string | undefined;
  /** A JSON value. Parts of it may be FromPool. */
  value: unknown;
  /** Sent instead of the value. */
  raw?: string | Buffer;
  /** Content-Encoding: the bytes are compressed with it, or only said to be. */
  encoding?: 'gzip' | 'deflate' | 'br' | 'gzip that is not' | 'gzip of 20 MB' | 'compress';
  isChunked?: boolean;
}

/** A request before it is sent: values of earlier answers are still named. */
export interface Plan {
  operation: FuzzedOperation;
  kind: Kind;
  /** What distinguishes it from a valid request. */
  changes: string[];
  method: string;
  /** The values of the path's parameters. */
  path: Record<string, unknown>;
  /** Changes the encoded path. */
  rewritePath?: (path: string) => string;
  query: [name: string, value: unknown][];
  /** Appended to the query without encoding. */
  rawQuery: string;
  headers: [name: string, value: unknown][];
  credentials: Credentials;
  body: PlannedBody | undefined;
  /** Sent as bytes on a connection of its own, after the request line. */
  rawHead?: readonly string[];
}
