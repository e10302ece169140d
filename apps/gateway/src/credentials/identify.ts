import { createHash } from 'node:crypto';
import type { Introspection, PresentedCredentials } from '@keyhaven/contracts/identity/internal-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type FailedAttempts, tooManyFailures } from './failed-attempts';
import type { Introspections } from './introspections';
import { parseAuthorization } from './parse-authorization';

/** The credentials of a request. */
export interface IdentifiableRequest {
  authorization: string | undefined;
  /** The client's address. */
  address: string;
  requestId: string;
}

/** Valid credentials: their account and scope. */
export type Identified = Extract<Introspection, { active: true }>;

/**
 * Identifies the caller of a request.
 * @throws ApiError unauthorized, too_many_requests when the address sent many bad credentials, unavailable when the
 * identity service is not available and no recent answer is known.
 */
export async function identify(
  introspections: Introspections,
  failures: FailedAttempts,
  { authorization, address, requestId }: IdentifiableRequest,
): Promise<Identified> {
  const credentials = parseAuthorization(authorization);
  if (!credentials) {
    throw unauthorized(
      authorization === undefined
        ? 'credentials are missing; send Basic with an e-mail address and a personal token, or Bearer with an access token'
        : 'the Authorization header could not be read; expected Basic (e-mail address:personal token) or Bearer (access token)',
    );
  }
  const key = hashCredentials(credentials);
  if (!introspections.isKnown(key) && (await failures.secondsToWait(address)) !== undefined) {
    await failures.waitForCheck(address);
  }
  const answer = await introspections.answer(key, credentials, requestId);
  if (answer.active) return answer;
  await failures.count(address, key);
  const seconds = await failures.secondsToWait(address);
  if (seconds !== undefined) throw tooManyFailures(seconds);
  throw unauthorized('the credentials are unknown, expired or revoked; send valid ones');
}

function unauthorized(message: string): ApiError {
  return new ApiError('unauthorized', message, { 'WWW-Authenticate': 'Basic realm="Keyhaven", Bearer' });
}

/** A hash, because credentials themselves are never stored. */
function hashCredentials({ email_address, token }: PresentedCredentials): string {
  return createHash('sha256')
    .update(JSON.stringify([email_address ?? null, token]))
    .digest('base64url');
}
