import { randomBytes } from 'node:crypto';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import type { SigningSecret } from './app.model';

/** The length of a new secret. Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32;
const HOUR_MS = 3600_000;
/** The maximum number of valid secrets. Each valid secret adds a signature to every delivery. */
const MAX_VALID = 4;

export function newSecret(now: Date): SigningSecret {
  return { secret: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`, created_utc: now, expires_utc: null };
}

/** Returns the secrets that are valid at an instant: the newest secret, and older ones until they expire. */
export function secretsInForce(secrets: readonly SigningSecret[], now: Date): string[] {
  return validAt(secrets, now).map(({ secret }) => secret);
}

/**
 * Adds a new secret. The previous secret expires after some hours, and older ones keep their expiry. With 0 hours, only
 * the new secret is valid.
 * @throws ApiError conflict if too many secrets would be valid.
 */
export function rotate(secrets: readonly SigningSecret[], keepOldHours: number, now: Date): SigningSecret[] {
  if (keepOldHours === 0) return [newSecret(now)];
  const present = validAt(secrets, now);
  assertRoom(present);
  const end = new Date(now.getTime() + keepOldHours * HOUR_MS);
  return [newSecret(now), ...present.map((one) => ({ ...one, expires_utc: one.expires_utc ?? end }))];
}

function validAt(secrets: readonly SigningSecret[], now: Date): SigningSecret[] {
  return secrets.filter(({ expires_utc }) => expires_utc === null || expires_utc > now);
}

function assertRoom(present: readonly SigningSecret[]): void {
  if (present.length < MAX_VALID) return;
  const ends = present.flatMap(({ expires_utc }) => expires_utc ?? []).sort((a, b) => a.getTime() - b.getTime());
  throw new ApiError(
    'conflict',
    `${present.length} signing secrets are valid, and no more can be added; the next expires at ${formatInstant(ends[0]!)}. ` +
      'Rotate after that, or with keep_old_hours 0, which ends all of them immediately',
  );
}
