import type { OnBehalf } from '@keyhaven/contracts/identity/person';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { endGrantsOfPerson } from '../authorizations/end-authorization';
import { job } from '../jobs';
import type { IdentityStore } from '../store/identity-store';
import { epochOf, livePerson, type UserBody } from '../store/user.model';
import { revokeToken } from '../tokens/write-tokens';
import { assertOwner, scopeOf } from './assert-owner';
import { setRole } from './change-role';

/** How many tokens of a removed person are read, and then revoked, at a time. */
const TOKENS_PER_READ = 100;

/**
 * Removes a person. The same write ends the person's sessions. The person's tokens are revoked before the response is
 * sent. An owner is first changed to a member, which fails for the last owner.
 * @throws ApiError not_found, forbidden, conflict.
 */
export async function removePerson(store: IdentityStore, actor: OnBehalf, id: number): Promise<Record<string, never>> {
  await assertOwner(store, actor);
  const scope = scopeOf(actor);
  const person = await store.users.get(scope, livePerson(id), 'a person');
  if (person.role === 'owner') await setRole(store, scope, id, 'member');
  await store.users.update(scope, livePerson(id), (before) => {
    if (before.role === 'owner') {
      throw new ApiError('conflict', 'the person became an owner in the meantime; remove the person again');
    }
    return Promise.resolve({ after: removed(before), jobs: [job('end_tokens', {})] });
  });
  return {};
}

/**
 * Returns the person without password, links and e-mail address. The text that replaces the e-mail
 * address is not a valid address, so it cannot equal the address of another person.
 */
function removed({ links: _links, password_hash: _password, ...before }: UserBody): UserBody {
  return {
    ...before,
    is_removed: true,
    email_address: `removed:${before._id}`,
    access_epoch: epochOf(before) + 1,
  };
}

/**
 * The outbox job of a removed person: revokes the person's tokens, and ends the grants that the person gave to apps.
 * @throws ApiError unavailable if some webhooks of the tokens or grants have not stopped yet. The outbox then repeats
 *   the job.
 */
export async function endTokens(store: IdentityStore, scope: AccountScope, person_id: number): Promise<void> {
  let unavailable: ApiError | undefined;
  // If a token or grant has ended but its webhooks have not stopped yet, continue with the remaining tokens and grants.
  const unlessUnavailable = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
    unavailable = error;
  };
  const isLive = { person_id, is_revoked: false };
  for (let after = 0; ;) {
    const tokens = await store.tokens.readFields(scope, { ...isLive, _id: { $gt: after } }, ['_id'], TOKENS_PER_READ);
    await Promise.all(tokens.map(({ _id }) => revokeToken(store, scope, _id).catch(unlessUnavailable)));
    if (tokens.length < TOKENS_PER_READ) break;
    after = tokens.at(-1)!._id;
  }
  await endGrantsOfPerson(store, scope, person_id).catch(unlessUnavailable);
  if (unavailable) throw unavailable;
}
