import type { ListedPerson, OnBehalf } from '@keyhaven/contracts/identity/person';
import type { OwnPasswordChange } from '@keyhaven/contracts/identity/people-routes';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AttemptLimit } from '../attempts/limit-attempts';
import { assertNewPassword, hashPassword, isPassword } from '../passwords/password';
import { withPassword } from '../passwords/set-password';
import { hashToken } from '../store/hash-token';
import type { IdentityStore } from '../store/identity-store';
import { epochOf, livePerson } from '../store/user.model';
import { readActor, scopeOf } from './assert-owner';
import { presentListedPerson } from '../store/present-person';

/** Changes the name of the person who sends the request. @throws ApiError not_found. */
export async function changeOwnName(
  store: IdentityStore,
  { person_id, user_id, first_name, last_name }: OnBehalf & { first_name: string; last_name: string },
): Promise<ListedPerson> {
  const body = await store.users.update(scopeOf({ user_id }), livePerson(person_id), (before) =>
    Promise.resolve({ after: { ...before, first_name, last_name } }),
  );
  return presentListedPerson(body);
}

/**
 * Changes the password of the person who sends the request. The same write ends all sessions of the
 * person. Then the session that sent the request is made valid again.
 * @throws ApiError not_found, bad_request, conflict, too_many_requests.
 */
export async function changeOwnPassword(
  store: IdentityStore,
  limit: AttemptLimit,
  { user_id, person_id, token, current_password, new_password, address }: OwnPasswordChange,
): Promise<Record<string, never>> {
  const actor = await readActor(store, { user_id, person_id });
  const attempted = { person: actor.email_address, address };
  assertNewPassword('new_password', new_password);
  await limit.count(attempted);
  if (!(await isPassword(current_password, actor.password_hash))) {
    throw new ApiError('bad_request', 'current_password: is not the current password');
  }
  await limit.forget(attempted);
  const password_hash = await hashPassword(new_password);
  const body = await store.users.update(scopeOf({ user_id }), livePerson(person_id), (before) => {
    if (before.password_hash !== actor.password_hash) {
      throw new ApiError('conflict', 'the password was changed in the meantime; sign in with the new one');
    }
    // All sessions were ended in the meantime, including this one. Refuse, because the update below
    // would make this session valid again.
    if (epochOf(before) !== epochOf(actor)) {
      throw new ApiError('conflict', 'all sessions were ended in the meantime; sign in again and repeat the change');
    }
    return Promise.resolve({ after: withPassword(before, password_hash) });
  });
  // The filter matches only if the session was valid before this change. A session that was already
  // ended stays invalid.
  const session = { _id: hashToken(token), person_id, epoch: epochOf(actor) };
  await store.sessionModel.updateOne(session, { $set: { epoch: epochOf(body) } });
  return {};
}
