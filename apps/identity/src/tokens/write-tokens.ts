import type { IssuedToken, TokenCreation } from '@keyhaven/contracts/identity/identity';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { type AccountScope, assertBeforeDeadline } from '@keyhaven/persistence/account-scope';
import type { IdentityStore } from '../identity-store';
import { hashToken, newToken } from './hash-token';

/** Makes a token for a person of the account. This answer is the only place where it is ever shown. */
export async function createToken(
  store: IdentityStore,
  scope: AccountScope,
  personId: number,
  { kind, scope: tokenScope, description, expires_utc }: TokenCreation,
): Promise<IssuedToken> {
  await store.users.get(scope, { _id: personId });
  const id = await store.ids.next('token');
  const token = newToken(kind);
  assertBeforeDeadline(scope);
  await store.tokens.insert({
    _id: id,
    user_id: scope.accountId,
    person_id: personId,
    kind,
    scope: tokenScope,
    description,
    token_hash: hashToken(token),
    expires_utc: expires_utc ?? null,
  });
  return { id, kind, scope: tokenScope, token, expires_utc: expires_utc ? formatInstant(expires_utc) : null };
}

/** Ends a token. Ending it again changes nothing. @throws ApiError not_found when the account has no such token. */
export async function revokeToken(store: IdentityStore, scope: AccountScope, id: number): Promise<void> {
  assertBeforeDeadline(scope);
  const isThere = await store.tokens.revoke(scope.accountId, id);
  if (!isThere) throw new ApiError('not_found', 'a token with this id does not exist');
}
