import type { SignIn, SignInAnswer } from '@keyhaven/contracts/identity/session-routes';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { AttemptLimit } from '../attempts/limit-attempts';
import { hashPassword, isOutdated, isPassword } from '../passwords/password';
import type { IdentityStore } from '../store/identity-store';
import type { UserBody } from '../store/user.model';
import { beginSession } from './begin-session';

/**
 * Signs a person in. The response and its delay are the same for an unknown e-mail address, a wrong password, and a
 * person without a password.
 * @throws ApiError too_many_requests.
 */
export async function signIn(
  store: IdentityStore,
  limit: AttemptLimit,
  { email_address, password, address }: SignIn,
): Promise<SignInAnswer> {
  const attempted = { person: email_address, address };
  await limit.count(attempted);
  // This query is not limited to an account, because the account is not known yet.
  const body = await store.userModel.findOne({ email_address }).lean<UserBody>();
  if (!(await isPassword(password, body?.password_hash)) || !body) return { active: false };
  await limit.forget(attempted);
  if (isOutdated(body.password_hash!)) await hashAgain(store, body, password);
  return { active: true, ...(await beginSession(store, body)) };
}

/** Stores a new hash of the password with the current parameters, unless the password was changed in the meantime. */
async function hashAgain(store: IdentityStore, { _id, user_id, password_hash }: UserBody, password: string) {
  const renewed = await hashPassword(password);
  await store.users.update({ accountId: accountId(user_id) }, { _id }, (before) =>
    Promise.resolve(
      before.password_hash === password_hash ? { after: { ...before, password_hash: renewed } } : undefined,
    ),
  );
}
