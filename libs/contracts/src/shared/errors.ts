import { z } from 'zod';

/**
 * The registry of all errors: code, HTTP status, when it occurs, and what the caller should do. Every error response
 * uses it, and the table in docs/integrators/errors.md is generated from it.
 */
export const errorRegistry = {
  bad_request: {
    status: 400,
    when: 'A part of the request is malformed, out of range, or breaks a rule.',
    action: 'Correct the fields that the messages name and send the request again.',
  },
  unauthorized: {
    status: 401,
    when: 'Credentials are missing, unknown, expired or revoked.',
    action: 'Send valid credentials: Basic (e-mail address and personal access token) or Bearer.',
  },
  forbidden: {
    status: 403,
    when: 'The credentials are valid, but their scope does not allow this operation.',
    action: 'Use credentials with the scope that the message names.',
  },
  not_found: {
    status: 404,
    when: 'The path does not exist, or the account has no such record.',
    action: 'Check the path and the id.',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path exists, but not with this method.',
    action: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    when: 'The headers or the body of the request did not arrive in time.',
    action: 'Send the whole request again, without pauses.',
  },
  conflict: {
    status: 409,
    when: 'The record is in a state that does not allow the change.',
    action: 'Read the record again before you decide what to send.',
  },
  nights_taken: {
    status: 409,
    when: 'Nights of the stay are occupied by another record.',
    action: 'Choose other nights; the messages name the occupied ones.',
  },
  gone: {
    status: 410,
    when: 'The operation was removed from the API, or events after a cursor of the event log may be missing.',
    action: 'Do what the message says: it names the replacement, or how to continue.',
  },
  precondition_failed: {
    status: 412,
    when: 'The record no longer has the version in If-Match.',
    action: 'Read the record again and repeat the change on its current version.',
  },
  payload_too_large: {
    status: 413,
    when: 'The body is larger than the route accepts.',
    action: 'Send a smaller body; the message states the limit.',
  },
  unsupported_media_type: {
    status: 415,
    when: 'The route does not accept this Content-Type.',
    action: 'Send JSON with Content-Type: application/json.',
  },
  expectation_failed: {
    status: 417,
    when: 'The Expect header is something other than 100-continue.',
    action: 'Omit the header, or send Expect: 100-continue.',
  },
  idempotency_key_reused: {
    status: 422,
    when: 'The Idempotency-Key was already used for a different request.',
    action: 'Use a new key for a new request.',
  },
  too_many_requests: {
    status: 429,
    when: 'The account sent more requests than its limit allows.',
    action: 'Wait for the number of seconds in the Retry-After header.',
  },
  headers_too_large: {
    status: 431,
    when: 'The address or the headers are too large.',
    action: 'Send fewer ids or headers.',
  },
  internal_error: {
    status: 500,
    when: 'Something failed inside the platform.',
    action: 'Try again later, and report the request id to the operator.',
  },
  bad_gateway: {
    status: 502,
    when: 'The service behind the gateway could not be reached, or its connection was lost.',
    action: 'Try again. Repeat a POST with the same Idempotency-Key.',
  },
  unavailable: {
    status: 503,
    when: 'The request needs a part of the platform that is unavailable, or its deadline has passed. Nothing was written.',
    action: 'Try again after the number of seconds in the Retry-After header.',
  },
  gateway_timeout: {
    status: 504,
    when: 'The request took too long, or the connection to the database was lost. It is not known whether the request was carried out.',
    action:
      'Repeat it with the same Idempotency-Key. If it was carried out, it is answered without being carried out again.',
  },
} as const satisfies Record<string, { status: number; when: string; action: string }>;

export type ErrorCode = keyof typeof errorRegistry;

/** The body of every error response. */
export const errorBody = z
  .object({
    messages: z
      .array(z.string())
      .min(1)
      .describe('What is wrong, one message each: the field, the value that was sent, and what is expected.'),
    status: z.enum(Object.keys(errorRegistry) as [ErrorCode, ...ErrorCode[]]).describe('The code of the error.'),
    status_code: z.int().describe('The HTTP status of the answer.'),
  })
  .meta({ id: 'Error', description: 'The body of every error.' });
export type ErrorBody = z.infer<typeof errorBody>;

/** An error for the caller. Messages state what was wrong, with the value, and what is expected. */
export class ApiError extends Error {
  readonly messages: string[];

  constructor(
    readonly code: ErrorCode,
    messages: string | string[],
    /** Headers of the response, such as Retry-After (seconds) or Allow. */
    readonly headers: Record<string, string> = {},
  ) {
    // Messages contain the beginnings of values, which may be cut in the middle of an emoji. Many JSON parsers refuse
    // such half characters.
    const list = [messages].flat().map((message) => message.toWellFormed());
    super(list.join('; '));
    this.name = 'ApiError';
    this.messages = list;
  }

  get status(): number {
    return errorRegistry[this.code].status;
  }

  get body(): ErrorBody {
    return { messages: this.messages, status: this.code, status_code: this.status };
  }
}

/**
 * A refusal whose reason may be temporary, such as a web server that does not respond. Such a refusal is not stored
 * with the request's Idempotency-Key, so a repeated request is evaluated again.
 */
export class PassingRefusal extends ApiError {}

/** Whether an error is a normal response to the request, and not a failure of the platform. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500;
}
