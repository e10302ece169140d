import { randomBytes } from 'node:crypto';
import type { SigningSecret } from './app.model';

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;
const HOUR_MS = 3600_000;

export function newSecret(now: Date): SigningSecret {
  return { secret: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`, created_utc: now, expires_utc: null };
}

/** The secrets that deliveries are signed with at an instant: the newest, and an older one until it expires. */
export function secretsInForce(secrets: readonly SigningSecret[], now: Date): string[] {
  return secrets.filter(({ expires_utc }) => expires_utc === null || expires_utc > now).map(({ secret }) => secret);
}

/** Puts a new secret first, and keeps the one before it for some hours: never more than two are in force. */
export function rotate(secrets: readonly SigningSecret[], keepOldHours: number, now: Date): SigningSecret[] {
  const newest = secrets.find(({ expires_utc }) => expires_utc === null);
  const kept = newest && keepOldHours > 0;
  return [
    newSecret(now),
    ...(kept ? [{ ...newest, expires_utc: new Date(now.getTime() + keepOldHours * HOUR_MS) }] : []),
  ];
}
