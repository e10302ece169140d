import { z } from 'zod';

/**
 * The registry of all errors: code, HTTP status, when it is answered, and what the caller should do. Every error answer
 * comes from it, and the documentation's table of errors is generated from it.
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
    action: 'Send Basic (e-mail address and personal access token) or Bearer credentials that are in force.',
  },
  forbidden: {
    status: 403,
    when: 'The credentials are good, but their scope does not allow this operation.',
    action: 'Use credentials with the scope that the message names.',
  },
  not_found: {
    status: 404,
    when: 'There is no such path, or no such record in this account.',
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
    action: 'Choose other nights; the messages name the taken ones.',
  },
  gone: {
    status: 410,
    when: 'The operation was removed from the API.',
    action: 'Use the replacement that the message names.',
  },
  precondition_failed: {
    status: 412,
    when: 'If-Match names a version that is no longer the present one.',
    action: 'Read the record again and repeat the change on its present version.',
  },
  payload_too_large: {
    status: 413,
    when: 'The body is larger than the route accepts.',
    action: 'Send less at a time; the message says how much is accepted.',
  },
  unsupported_media_type: {
    status: 415,
    when: 'The body is not of a type that the route reads.',
    action: 'Send JSON with Content-Type: application/json.',
  },
  expectation_failed: {
    status: 417,
    when: 'The Expect header asks for something other than 100-continue.',
    action: 'Leave the header out, or send Expect: 100-continue.',
  },
  idempotency_key_reused: {
    status: 422,
    when: 'The Idempotency-Key was used before with another request.',
    action: 'Use a new key for a new request.',
  },
  too_many_requests: {
    status: 429,
    when: 'The account sent more requests than its limit allows.',
    action: 'Wait for the seconds in the Retry-After header.',
  },
  headers_too_large: {
    status: 431,
    when: 'The address or the headers are larger than the server reads.',
    action: 'Ask for fewer ids at a time.',
  },
  internal_error: {
    status: 500,
    when: 'Something failed inside the platform.',
    action: 'Try again later; tell the operator the request id.',
  },
  bad_gateway: {
    status: 502,
    when: 'The service behind the gateway could not be reached or broke off.',
    action: 'Try again; a POST with its Idempotency-Key.',
  },
  unavailable: {
    status: 503,
    when: 'A part of the platform that the request needs is unavailable, or the deadline of the request has passed; nothing was written.',
    action: 'Try again after the seconds in the Retry-After header.',
  },
  gateway_timeout: {
    status: 504,
    when: 'The request took too long, or the database went away during it, and whether it was carried out is not known.',
    action: 'Repeat it with the same Idempotency-Key: what was carried out is answered and not done again.',
  },
} as const satisfies Record<string, { status: number; when: string; action: string }>;

export type ErrorCode = keyof typeof errorRegistry;

/** The body of every error answer. */
export const errorBody = z.object({
  messages: z.array(z.string()).min(1),
  status: z.enum(Object.keys(errorRegistry) as [ErrorCode, ...ErrorCode[]]),
  status_code: z.int(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** An error that is shown to the caller. Messages say what was wrong, with the value, and what is expected. */
export class ApiError extends Error {
  readonly messages: string[];

  constructor(
    readonly code: ErrorCode,
    messages: string | string[],
    /** Headers of the answer, such as Retry-After (seconds) or Allow. */
    readonly headers: Record<string, string> = {},
  ) {
    const list = typeof messages === 'string' ? [messages] : messages;
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
 * A refusal for a reason that may be gone a moment later, such as a host that does not answer. It is not stored with the
 * request's Idempotency-Key: a repeat is decided again.
 */
export class PassingRefusal extends ApiError {}

/** Whether an error is a normal answer to the request, and not a failure of the platform. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500;
}
