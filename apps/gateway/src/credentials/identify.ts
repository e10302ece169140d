import { hash } from 'node:crypto';
import type { Introspection, PresentedCredentials } from '@keyhaven/contracts/identity/internal-contract';
import { RESOURCE_METADATA_PATH } from '@keyhaven/contracts/identity/oauth-token-routes';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { type FailedAttempts, tooManyFailures } from './failed-attempts';
import type { Introspections } from './introspections';
import { parseAuthorization } from './parse-authorization';

/** The parts of a request that are needed to identify its caller. */
export interface IdentifiableRequest {
  authorization: string | undefined;
  /** The client's address. */
  address: string;
  requestId: string;
}

/** The account and scope of valid credentials. */
export type Identified = Extract<Introspection, { active: true }>;

interface IdentifyingParts {
  introspections: Introspections;
  failures: FailedAttempts;
  /** The public URL of the gateway, without a path. */
  publicUrl: string;
}

/**
 * Identifies the caller of a request.
 * @throws ApiError unauthorized; too_many_requests if the address sent too many invalid credentials; unavailable if the
 *   identity service is not available and no recent introspection is cached.
 */
export async function identify(
  { introspections, failures, publicUrl }: IdentifyingParts,
  { authorization, address, requestId }: IdentifiableRequest,
): Promise<Identified> {
  const credentials = parseAuthorization(authorization);
  if (!credentials) {
    throw unauthorized(
      publicUrl,
      authorization === undefined
        ? 'credentials are missing; send Basic with an e-mail address and a personal token, or Bearer with an access token'
        : 'the Authorization header could not be read; expected Basic (e-mail address:personal token) or Bearer (access token)',
    );
  }
  const key = hashCredentials(credentials);
  if (!introspections.isKnown(key) && failures.secondsToWait(address) !== undefined) {
    await failures.waitForCheck(address);
  }
  const answer = await introspections.answer(key, credentials, requestId);
  if (answer.active) return answer;
  failures.count(address, key);
  const seconds = failures.secondsToWait(address);
  if (seconds !== undefined) throw tooManyFailures(seconds);
  throw unauthorized(publicUrl, 'the credentials are unknown, expired or revoked; send valid ones');
}

/**
 * The WWW-Authenticate header contains the URL of the API's metadata document (RFC 9728, 5.1). The
 * metadata document contains the URL of the authorization server.
 */
function unauthorized(publicUrl: string, message: string): ApiError {
  const bearer = `Bearer resource_metadata="${publicUrl}${RESOURCE_METADATA_PATH}"`;
  return new ApiError('unauthorized', message, { 'WWW-Authenticate': `Basic realm="Keyhaven", ${bearer}` });
}

/** The key of credentials in the cache. It is a hash, because credentials themselves are never stored. */
function hashCredentials({ email_address, token }: PresentedCredentials): string {
  return hash('sha256', JSON.stringify([email_address ?? null, token]), 'base64url');
}
