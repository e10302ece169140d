import type { FuzzedOperation } from '../api/operations';

export type Kind = 'valid' | 'near-valid' | 'hostile';

export type Credentials = 'bearer' | 'basic' | 'read' | 'client' | 'other account' | 'none' | 'wrong' | 'malformed';

export interface PlannedBody {
  contentType: string | undefined;
  /** A JSON value. Parts of it may be placeholders (FromPool). */
  value: unknown;
  /** Text or bytes that are sent instead of the value. */
  raw?: string | Buffer;
  /**
   * The encoding of the body. With `gzip that is not` and `compress`, the header claims that the
   * body is compressed, although it is not.
   */
  encoding?: 'gzip' | 'deflate' | 'br' | 'gzip that is not' | 'gzip of 20 MB' | 'compress';
  isChunked?: boolean;
}

/** A request before it is sent. Values from earlier responses are still placeholders (FromPool). */
export interface Plan {
  operation: FuzzedOperation;
  kind: Kind;
  /** Descriptions of the mutations that distinguish the request from a valid one. */
  changes: string[];
  method: string;
  /** The values of the path's parameters. */
  path: Record<string, unknown>;
  /** Rewrites the encoded path. */
  rewritePath?: (path: string) => string;
  query: [name: string, value: unknown][];
  /** Appended to the query without encoding. */
  rawQuery: string;
  headers: [name: string, value: unknown][];
  credentials: Credentials;
  body: PlannedBody | undefined;
  /** Header lines that are sent as raw bytes on a separate connection, after the request line. */
  rawHead?: readonly string[];
}
