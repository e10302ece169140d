import type { LinkKind } from '@keyhaven/contracts/identity/link-routes';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { hashToken, newSecret } from '../store/hash-token';
import type { IdentityStore } from '../store/identity-store';
import { livePerson, type StoredLink, type UserBody } from '../store/user.model';

const HOUR_MS = 3600 * 1000;
/** How long a link can be used, in milliseconds. */
const lifetimes: Record<LinkKind, number> = {
  first_user: 72 * HOUR_MS,
  invitation: 72 * HOUR_MS,
  password_reset: HOUR_MS,
};

/** A new link. The token is not stored, so it can be shown only once. */
export interface NewLink {
  token: string;
  stored: StoredLink;
}

export function newLink(kind: LinkKind, now: Date): NewLink {
  const token = newSecret();
  const expires_utc = new Date(now.getTime() + lifetimes[kind]);
  return { token, stored: { kind, hash: hashToken(token), expires_utc } };
}

/**
 * Creates a link for a person. An older link of the same kind becomes invalid.
 * @param kindFor a function that chooses the kind of link for the current state of the person.
 * @throws ApiError not_found.
 */
export async function makeLink(
  store: IdentityStore,
  scope: AccountScope,
  id: number,
  kindFor: (before: UserBody) => LinkKind,
): Promise<NewLink & { body: UserBody }> {
  let link: NewLink | undefined;
  const body = await store.users.update(scope, livePerson(id), (before) => {
    link = newLink(kindFor(before), store.now());
    const others = (before.links ?? []).filter(({ kind }) => kind !== link?.stored.kind);
    return Promise.resolve({ after: { ...before, links: [...others, link.stored] } });
  });
  return { ...link!, body };
}
