import type { Request } from 'express';
import type { PortalServices } from '../services/portal-services';
import type { Session } from '../visit/visit';
import { type Cookies, readCookie } from './cookies';

/**
 * Finds the session for a request's cookie. Returns undefined if there is no cookie, or if the session has ended.
 * @throws ApiError unavailable.
 */
export async function findSession(
  { identity }: Pick<PortalServices, 'identity'>,
  cookies: Cookies,
  request: Request,
  requestId: string,
): Promise<Session | undefined> {
  const token = readCookie(request, cookies.session);
  if (token === undefined || token.length > 200) return undefined;
  const answer = await identity.lookUpSession({ body: { token } }, { requestId });
  if (!answer.active) return undefined;
  const { person, account, expires_utc } = answer;
  return {
    token,
    person,
    account,
    expiresUtc: expires_utc,
    onBehalf: { user_id: account.id, person_id: person.id },
  };
}
