import type { IssuedToken } from '@keyhaven/contracts/identity/identity';
import type { OnBehalf } from '@keyhaven/contracts/identity/person';
import type { PersonalTokenCreation } from '@keyhaven/contracts/identity/personal-token-routes';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { readActor, scopeOf } from '../people/assert-owner';
import type { IdentityStore } from '../store/identity-store';
import { widestScopeOf } from '../store/user.model';
import { createToken, revokeToken } from '../tokens/write-tokens';
import { visibleTo } from './list-tokens';

/**
 * The maximum number of unrevoked personal tokens of a person. Parallel requests may exceed this
 * number by a few.
 */
const MAX_TOKENS = 100;

/** Creates a personal token of a person. @throws ApiError not_found, bad_request, conflict. */
export async function createPersonalToken(
  store: IdentityStore,
  { user_id, person_id, name, scope: tokenScope, expires_utc }: PersonalTokenCreation,
): Promise<IssuedToken> {
  const scope = scopeOf({ user_id });
  const { role } = await readActor(store, { user_id, person_id });
  if (role === 'member' && tokenScope === 'full') {
    throw new ApiError('bad_request', 'scope: full is for owners of the account; a member can use read');
  }
  const own = { person_id, kind: 'personal' as const, is_revoked: false };
  const present = await store.tokens.readFields(scope, own, ['_id'], MAX_TOKENS);
  if (present.length >= MAX_TOKENS) {
    throw new ApiError(
      'conflict',
      `you have ${MAX_TOKENS} personal access tokens, the most possible; revoke one first`,
    );
  }
  const creation = {
    scope: tokenScope ?? widestScopeOf(role),
    description: name,
    expires_utc: expires_utc ?? undefined,
  };
  return createToken(store, scope, person_id, { kind: 'personal', ...creation });
}

/**
 * Revokes a personal token that the person may see. A second call for the same token succeeds only after the webhooks
 * of the token have stopped.
 * @throws ApiError not_found, unavailable.
 */
export async function revokePersonalToken(
  store: IdentityStore,
  actor: OnBehalf,
  id: number,
): Promise<Record<string, never>> {
  const scope = scopeOf(actor);
  const { is_revoked: _any, ...visible } = visibleTo(await readActor(store, actor));
  await store.tokens.get(scope, { _id: id, ...visible }, 'a personal access token');
  await revokeToken(store, scope, id);
  return {};
}
