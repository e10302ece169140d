import type { OnBehalf } from '@keyhaven/contracts/identity/person';
import type { PersonalToken } from '@keyhaven/contracts/identity/personal-token-routes';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import type { Body } from '@keyhaven/persistence/tenant-document';
import { readActor, scopeOf } from '../people/assert-owner';
import type { IdentityStore } from '../store/identity-store';
import type { TokenDocument } from '../store/token.model';
import type { UserBody } from '../store/user.model';

interface Page {
  items: PersonalToken[];
  next_before_id: number | null;
}

/**
 * Returns a filter for the tokens that a person may see. People with the role `owner` see all tokens of the account,
 * others only their own.
 */
export function visibleTo(actor: UserBody) {
  const own = actor.role === 'owner' ? {} : { person_id: actor._id };
  return { kind: 'personal' as const, is_revoked: false, ...own };
}

/** Lists personal tokens, newest first. @throws ApiError not_found. */
export async function listPersonalTokens(
  store: IdentityStore,
  { user_id, person_id, before_id, limit }: OnBehalf & { before_id: number | null; limit: number },
): Promise<Page> {
  const scope = scopeOf({ user_id });
  const actor = await readActor(store, { user_id, person_id });
  const before = before_id === null ? {} : { _id: { $lt: before_id } };
  const options = { limit: limit + 1, descending: true };
  const found = await store.tokens.find(scope, { ...visibleTo(actor), ...before }, options);
  const tokens = found.slice(0, limit);
  const people = await store.users.findByIds(scope, [...new Set(tokens.map((token) => token.person_id))]);
  const byId = new Map(people.map((person) => [person._id, person]));
  return {
    items: tokens.flatMap((token) => {
      const person = byId.get(token.person_id);
      return person ? [present(token, person)] : [];
    }),
    next_before_id: found.length > limit ? tokens.at(-1)!._id : null,
  };
}

function present(token: Body<TokenDocument>, { _id, email_address, first_name, last_name }: UserBody): PersonalToken {
  const { description, scope, created_utc, expires_utc, last_used_utc } = token;
  return {
    id: token._id,
    name: description,
    scope,
    person: { id: _id, email_address, first_name, last_name },
    created_utc: formatInstant(created_utc),
    expires_utc: expires_utc && formatInstant(expires_utc),
    last_used_utc: last_used_utc ? formatInstant(last_used_utc) : null,
  };
}
