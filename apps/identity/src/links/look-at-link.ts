import type { LookedAtLink } from '@keyhaven/contracts/identity/link-routes';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import type { AttemptLimit } from '../attempts/limit-attempts';
import { presentPersonInAccount } from '../store/present-person';
import { hashToken } from '../store/hash-token';
import type { IdentityStore } from '../store/identity-store';
import type { StoredLink, UserBody } from '../store/user.model';

/**
 * Returns the purpose of a link and the person for whom it was created. Does not use up the link.
 * @throws ApiError not_found, too_many_requests.
 */
export async function lookAtLink(
  store: IdentityStore,
  limit: AttemptLimit,
  { token, address }: { token: string; address: string },
): Promise<LookedAtLink> {
  await limit.count({ address });
  const body = await findByLink(store, token);
  const { kind, expires_utc } = usableLink(body, token, store.now());
  return { ...(await presentPersonInAccount(store, body)), kind, expires_utc: formatInstant(expires_utc) };
}

/**
 * Finds the person for whom a link was created. The query is not limited to an account, because the account is not
 * known yet.
 * @throws ApiError not_found.
 */
export async function findByLink({ userModel }: IdentityStore, token: string): Promise<UserBody> {
  const body = await userModel.findOne({ 'links.hash': hashToken(token) }).lean<UserBody>();
  if (!body) throw notUsable();
  return body;
}

/** @throws ApiError not_found if the person no longer has the link, or the link has expired. */
export function usableLink({ links = [] }: UserBody, token: string, now: Date): StoredLink {
  const hash = hashToken(token);
  const link = links.find((one) => one.hash === hash && one.expires_utc > now);
  if (!link) throw notUsable();
  return link;
}

function notUsable(): ApiError {
  return new ApiError('not_found', 'this link was used already, has expired or never existed; ask for a new one');
}
