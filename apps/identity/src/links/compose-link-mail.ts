import { type LinkKind, linkPath } from '@keyhaven/contracts/identity/link-routes';
import { isRefusal } from '@keyhaven/contracts/shared/errors';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { Mail } from '../mail/mailer';
import type { IdentityStore } from '../store/identity-store';
import type { UserBody } from '../store/user.model';
import { makeLink } from './make-link';

/**
 * Creates a link for the person with this e-mail address, and the e-mail that contains it. Returns
 * undefined if no person has this address.
 */
export async function composeResetMail(store: IdentityStore, email_address: string): Promise<Mail | undefined> {
  const body = await store.userModel.findOne({ email_address }).lean<UserBody>();
  return body ? composeLinkMail(store, body, 'password_reset') : undefined;
}

/**
 * Creates an invitation link, and the e-mail that contains it. Returns undefined if the person was
 * removed or already has a password.
 */
export async function composeInvitationMail(
  store: IdentityStore,
  { user_id, person_id }: { user_id: number; person_id: number },
): Promise<Mail | undefined> {
  const body = await store.users.findOne({ accountId: accountId(user_id) }, { _id: person_id });
  return body && body.password_hash === undefined ? composeLinkMail(store, body, 'invitation') : undefined;
}

async function composeLinkMail(
  store: IdentityStore,
  { _id, user_id, email_address, first_name }: UserBody,
  kind: LinkKind,
): Promise<Mail | undefined> {
  const scope = { accountId: accountId(user_id) };
  const { company_name } = await store.accounts.get(scope, { _id: user_id });
  try {
    const { token } = await makeLink(store, scope, _id, () => kind);
    const url = `${store.publicUrl}${linkPath(token)}`;
    return { to: email_address, ...texts(kind, { url, first_name, company_name }) };
  } catch (error) {
    // The person was removed in the meantime.
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

function texts(
  kind: LinkKind,
  { url, first_name, company_name }: { url: string; first_name: string; company_name: string },
): Pick<Mail, 'subject' | 'text'> {
  const greeting = first_name === '' ? 'Hello,' : `Hello ${first_name},`;
  if (kind === 'password_reset') {
    return {
      subject: 'Set a new password for Keyhaven',
      text: `${greeting}\n\nwith this link you can set a new password within an hour:\n\n${url}\n\nIf you did not ask for it, nobody else can use it without this e-mail: do nothing.\n`,
    };
  }
  return {
    subject: `${company_name} invites you to Keyhaven`,
    text: `${greeting}\n\n${company_name} gave you access to its account on Keyhaven. Set your password within three days with this link:\n\n${url}\n`,
  };
}
