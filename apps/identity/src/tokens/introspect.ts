import type { Introspection, PresentedCredentials } from '@keyhaven/contracts/identity/internal-contract';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { Body } from '@keyhaven/persistence/tenant-document';
import type { IdentityStore } from '../store/identity-store';
import { findPresented, type TokenDocument } from '../store/token.model';

/**
 * Introspects credentials: a personal token with its user's e-mail address, in any case, or an access token alone.
 * Every failure has the same answer, so that it does not reveal which part was wrong.
 */
export async function introspect(
  store: IdentityStore,
  { token: presented, email_address }: PresentedCredentials,
): Promise<Introspection> {
  const token = await findPresented(store.tokenModel, presented);
  if (!token || !isInForce(token, new Date()) || !(await isPresentedRightly(store, token, email_address))) {
    return { active: false };
  }
  return {
    active: true,
    user_id: token.user_id,
    person_id: token.person_id,
    credential_id: token._id,
    scope: token.scope,
    expires_utc: token.expires_utc ? formatInstant(token.expires_utc) : null,
  };
}

function isInForce({ is_revoked, expires_utc }: Body<TokenDocument>, now: Date): boolean {
  return !is_revoked && (expires_utc === null || expires_utc > now);
}

async function isPresentedRightly(
  store: IdentityStore,
  token: Body<TokenDocument>,
  emailAddress: string | undefined,
): Promise<boolean> {
  if (token.kind === 'access') return emailAddress === undefined;
  if (emailAddress === undefined) return false;
  const person = await store.users.findOne({ accountId: accountId(token.user_id) }, { _id: token.person_id });
  return person?.email_address === emailAddress.toLowerCase();
}
