import type { RedeemedLink } from '@keyhaven/contracts/identity/link-routes';
import type { SignInAnswer } from '@keyhaven/contracts/identity/session-routes';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { AttemptLimit } from '../attempts/limit-attempts';
import { withPassword } from '../passwords/set-password';
import { assertNewPassword, hashPassword } from '../passwords/password';
import { beginSession } from '../sessions/begin-session';
import type { IdentityStore } from '../store/identity-store';
import { livePerson } from '../store/user.model';
import { findByLink, usableLink } from './look-at-link';

/**
 * Sets the password of the person for whom a link was created, and signs the person in. One write uses the link up,
 * sets the password and ends all sessions, so only one of two requests with the same link succeeds.
 * @throws ApiError bad_request, not_found, too_many_requests.
 */
export async function redeemLink(
  store: IdentityStore,
  limit: AttemptLimit,
  { token, password, address }: RedeemedLink,
): Promise<SignInAnswer> {
  await limit.count({ address });
  assertNewPassword('password', password);
  const found = await findByLink(store, token);
  usableLink(found, token, store.now());
  const password_hash = await hashPassword(password);
  const body = await store.users.update({ accountId: accountId(found.user_id) }, livePerson(found._id), (before) => {
    usableLink(before, token, store.now());
    return Promise.resolve({ after: withPassword(before, password_hash) });
  });
  return { active: true, ...(await beginSession(store, body)) };
}
