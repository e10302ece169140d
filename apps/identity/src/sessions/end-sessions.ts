import type { OnBehalf } from '@keyhaven/contracts/identity/person';
import { accountId } from '@keyhaven/persistence/account-scope';
import { hashToken } from '../store/hash-token';
import type { IdentityStore } from '../store/identity-store';
import { epochOf, livePerson } from '../store/user.model';

export async function endSession(store: IdentityStore, token: string): Promise<Record<string, never>> {
  await store.sessionModel.deleteOne({ _id: hashToken(token) });
  return {};
}

/**
 * Ends all sessions of a person with a single write to the document of the person. The database
 * removes the session documents later.
 * @throws ApiError not_found.
 */
export async function endAllSessions(
  store: IdentityStore,
  { user_id, person_id }: OnBehalf,
): Promise<Record<string, never>> {
  await store.users.update({ accountId: accountId(user_id) }, livePerson(person_id), (before) =>
    Promise.resolve({ after: { ...before, access_epoch: epochOf(before) + 1 } }),
  );
  return {};
}
