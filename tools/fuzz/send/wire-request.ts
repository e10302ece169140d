/** A request as it is sent. */
export interface WireRequest {
  method: string;
  /** The path and query. */
  target: string;
  headers: [name: string, value: string][];
  body: Buffer | undefined;
  isChunked: boolean;
  /**
   * Header lines that are sent as raw bytes on a separate connection. Of the other headers, only Authorization is sent
   * with them.
   */
  rawHead: readonly string[] | undefined;
}

/** The response to a request. */
export interface Received {
  status: number;
  headers: Record<string, string | undefined>;
  body: Buffer;
  ms: number;
}

/** The outcome of a request without a response: the reason. */
export interface NotAnswered {
  failure: 'no answer in time' | 'the connection was closed without an answer';
  detail: string;
  ms: number;
}

export type Outcome = Received | NotAnswered;

export function isAnswered(outcome: Outcome): outcome is Received {
  return 'status' in outcome;
}
