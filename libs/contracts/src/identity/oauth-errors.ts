import { z } from 'zod';
import { ApiError, errorBody, type ErrorCode } from '../shared/errors';

/**
 * The error codes of OAuth (RFC 6749, 5.2; RFC 8707, 2). `temporarily_unavailable` and
 * `server_error` come from RFC 6749, 4.1.2.1.
 */
const oauthErrors = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'invalid_target',
  'unauthorized_client',
  'unsupported_grant_type',
  'temporarily_unavailable',
  'server_error',
] as const;
export type OAuthErrorName = (typeof oauthErrors)[number];

export const oauthErrorBody = errorBody
  .extend({
    error: z
      .enum(oauthErrors)
      .describe('Code of the error by RFC 6749 or RFC 8707. `temporarily_unavailable`: try again later.'),
    error_description: z.string().describe('The messages in one line of ASCII characters.'),
  })
  .meta({
    id: 'OAuthError',
    description: 'The body of an error of an OAuth endpoint: the fields of RFC 6749 and those of all other errors.',
  });

/** An error response of an OAuth endpoint, with the OAuth code of the error. */
export class OAuthRefusal extends ApiError {
  constructor(
    code: ErrorCode,
    readonly oauthError: OAuthErrorName,
    message: string,
    headers?: Record<string, string>,
  ) {
    super(code, message, headers);
  }
}

/** Converts any error to the body of an OAuth error. */
export function describeOAuthError(error: ApiError): z.infer<typeof oauthErrorBody> {
  // In error_description, RFC 6749 allows only spaces and visible ASCII characters, except " and \.
  const description = error.messages.join('; ').replace(/[^\x20-\x7e]|["\\]/g, "'");
  return { ...error.body, error: oauthErrorOf(error), error_description: description };
}

function oauthErrorOf(error: ApiError): OAuthErrorName {
  if (error instanceof OAuthRefusal) return error.oauthError;
  if (error.code === 'unauthorized') return 'invalid_client';
  if (error.code === 'too_many_requests' || error.status > 501) return 'temporarily_unavailable';
  return error.status < 500 ? 'invalid_request' : 'server_error';
}
