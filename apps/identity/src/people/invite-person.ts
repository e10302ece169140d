import { randomUUID } from 'node:crypto';
import { linkPath } from '@keyhaven/contracts/identity/link-routes';
import type { Invitation, LinkAnswer } from '@keyhaven/contracts/identity/people-routes';
import type { OnBehalf } from '@keyhaven/contracts/identity/person';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { job } from '../jobs';
import { makeLink, newLink, type NewLink } from '../links/make-link';
import { enqueueMails } from '../mail/enqueue-mails';
import type { IdentityStore } from '../store/identity-store';
import { livePerson } from '../store/user.model';
import { createUser } from '../users/create-user';
import { assertOwner, scopeOf } from './assert-owner';
import { presentListedPerson } from '../store/present-person';

/**
 * Adds a person without a password to an account. If e-mail is configured, an outbox job of the same write sends the
 * link for the password. Otherwise the response contains the link.
 * @throws ApiError not_found, forbidden, conflict.
 */
export async function invitePerson(
  store: IdentityStore,
  { user_id, person_id, ...input }: Invitation,
): Promise<LinkAnswer> {
  await assertOwner(store, { user_id, person_id });
  const link = store.isMailing ? undefined : newLink('invitation', store.now());
  const invited = link
    ? { links: [link.stored] }
    : { jobs: [job('mail_invitation', { name: `invitation ${randomUUID()}` })] };
  const { updated_utc: _updated, ...person } = await createUser(store, scopeOf({ user_id }), input, invited);
  return { person: { ...person, has_password: false }, link: link ? shown(store, link) : null };
}

/** The outbox job of an invitation: enqueues the e-mail. */
export function mailInvitation(store: IdentityStore, name: string, user_id: number, person_id: number): Promise<void> {
  return enqueueMails(store, [{ name, subject: { kind: 'invitation', user_id, person_id } }]);
}

/**
 * Creates a new link for a person of the account. If e-mail is configured, the link is sent by e-mail. Otherwise the
 * response contains the link.
 * @throws ApiError not_found, forbidden.
 */
export async function createPersonLink(store: IdentityStore, actor: OnBehalf, id: number): Promise<LinkAnswer> {
  await assertOwner(store, actor);
  const scope = scopeOf(actor);
  if (!store.isMailing) {
    const made = await makeLink(store, scope, id, ({ password_hash }) =>
      password_hash === undefined ? 'invitation' : 'password_reset',
    );
    return { person: presentListedPerson(made.body), link: shown(store, made) };
  }
  const body = await store.users.get(scope, livePerson(id), 'a person');
  const { password_hash, email_address } = body;
  const subject =
    password_hash === undefined
      ? ({ kind: 'invitation', user_id: actor.user_id, person_id: id } as const)
      : ({ kind: 'password_reset', email_address } as const);
  await enqueueMails(store, [{ name: `${subject.kind} ${randomUUID()}`, subject }]);
  return { person: presentListedPerson(body), link: null };
}

function shown({ publicUrl }: IdentityStore, { token, stored }: NewLink): LinkAnswer['link'] {
  return { url: `${publicUrl}${linkPath(token)}`, expires_utc: formatInstant(stored.expires_utc) };
}
