import { MAX_CLIENT_SECRETS } from '@keyhaven/contracts/identity/oauth-apps';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AppBody, ClientSecret } from '../store/app.model';
import { hasHash, hashToken } from '../store/hash-token';

/**
 * How many characters at the end of a secret the owner of the app can see later. They do not help
 * to guess the rest.
 */
const ENDING_LENGTH = 4;

/** Returns the fields that are stored for a client secret. */
export function storedSecret(id: number, secret: string, now: Date): ClientSecret {
  return { id, hash: hashToken(secret), ending: secret.slice(-ENDING_LENGTH), created_utc: now, last_used_utc: null };
}

/**
 * Returns the app's secret that equals one of the given texts; undefined if none does. A secret
 * that may be form-encoded is given as two texts: as it was sent, and decoded.
 */
export function matchingSecret({ secrets }: AppBody, presented: readonly string[]): ClientSecret | undefined {
  return secrets.find(({ hash }) => presented.some((reading) => hasHash(reading, hash)));
}

/** @throws ApiError conflict for a public app, or if the app already has the maximum number of secrets. */
export function assertRoomForSecret({ is_public, secrets }: AppBody): void {
  if (is_public) throw new ApiError('conflict', 'a public app has no secrets: it uses PKCE');
  if (secrets.length < MAX_CLIENT_SECRETS) return;
  throw new ApiError('conflict', `the app has ${secrets.length} secrets and can have no more; remove one first`);
}

/** Returns all secrets except the one with this id. @throws ApiError not_found; conflict for the app's only secret. */
export function withoutSecret({ secrets }: AppBody, id: number): ClientSecret[] {
  if (!secrets.some((secret) => secret.id === id)) {
    throw new ApiError('not_found', 'a secret with this id does not exist');
  }
  if (secrets.length === 1) throw new ApiError('conflict', 'this is the only secret of the app; add another one first');
  return secrets.filter((secret) => secret.id !== id);
}
