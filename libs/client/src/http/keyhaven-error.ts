import type { ErrorCode } from '../contract/records';

/** Error codes of the client itself, for failures without an error response from the platform. */
export type LocalErrorCode =
  /** The connection failed, or ended before the response was complete. */
  | 'no_answer'
  /** The response did not arrive within the time limit. */
  | 'timed_out'
  /** The response is not one of this API, for example the error page of a proxy. */
  | 'unexpected_answer';

export interface KeyhavenErrorDetails {
  /** The HTTP status; 0 if there was no response, or a success that is not from this API. */
  status: number;
  code: ErrorCode | LocalErrorCode;
  messages: string[];
  method: string;
  path: string;
  requestId?: string;
  retryAfterSeconds?: number;
  body?: unknown;
  cause?: unknown;
}

/** Thrown when a request was refused or got no response of this API. */
export class KeyhavenError extends Error {
  /** The HTTP status; 0 if there was no response, or a success that is not from this API. */
  readonly status: number;
  /**
   * The error code: `status` in the body of the response, such as `nights_taken`, or an error code of the client
   * itself.
   */
  readonly code: ErrorCode | LocalErrorCode;
  /** What was wrong and what would be right, one message for each field. */
  readonly messages: string[];
  readonly method: string;
  /** The path and query of the request. */
  readonly path: string;
  /** The id of this request in the request log and in the platform's own log. */
  readonly requestId?: string;
  /** How long to wait before another attempt, if the response contains Retry-After. */
  readonly retryAfterSeconds?: number;
  /** The whole body of the response. */
  readonly body?: unknown;

  constructor({ cause, ...details }: KeyhavenErrorDetails) {
    const { method, path, status, code, messages, requestId } = details;
    const answer = status === 0 ? code : `${status} ${code}`;
    const id = requestId === undefined ? '' : ` (request ${requestId})`;
    super(`${method} ${path.split('?')[0]}: ${answer}: ${messages.join('; ')}${id}`, { cause });
    this.name = 'KeyhavenError';
    this.status = status;
    this.code = code;
    this.messages = messages;
    this.method = method;
    this.path = path;
    this.requestId = requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.body = details.body;
  }
}
