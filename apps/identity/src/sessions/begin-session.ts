import type { SignedIn } from '@keyhaven/contracts/identity/session-routes';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { presentPersonInAccount } from '../store/present-person';
import { hashToken, newSecret } from '../store/hash-token';
import type { IdentityStore } from '../store/identity-store';
import { epochOf, type UserBody } from '../store/user.model';

/** How long an unused session lasts, in milliseconds. */
export const SESSION_MS = 14 * 24 * 3600 * 1000;

/**
 * Begins a session for a person who has proved their identity.
 * @param body the person document that was read for the identity check. If the password was changed after this read,
 *   the new session is invalid.
 */
export async function beginSession(store: IdentityStore, body: UserBody): Promise<SignedIn> {
  const shown = await presentPersonInAccount(store, body);
  const token = newSecret();
  const now = store.now();
  const expires_utc = new Date(now.getTime() + SESSION_MS);
  await store.sessionModel.create({
    _id: hashToken(token),
    user_id: body.user_id,
    person_id: body._id,
    epoch: epochOf(body),
    created_utc: now,
    expires_utc,
  });
  return { ...shown, token, expires_utc: formatInstant(expires_utc) };
}
