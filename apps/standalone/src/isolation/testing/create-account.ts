import { z } from 'zod';
import { basic } from './account';
import type { BareAccount } from './account-client';
import { bodyOf, withId } from './read-answer';
import { type App, authorizeApp, exchangeCode } from './shared-app';
import type { Platform } from './start-platform';

/** How long the tokens live that have expired when the tests begin, in milliseconds. */
const SHORT_LIFE_MS = 5000;

const created = z.object({ id: z.number() });

/** Creates an account with a person, but without tokens and without records. */
export async function createBareAccount({ operate }: Platform, marker: string) {
  const post = async (target: string, body: object) =>
    bodyOf(await operate('identity', { method: 'POST', target, body }), created).id;
  const company = { company_name: `${marker} company`, time_zone: 'Europe/Rome', currency_code: 'USD' };
  const userId = await post('/accounts', company);
  const emailAddress = `person@${marker}.example`;
  const personId = await post(`/accounts/${userId}/users`, { email_address: emailAddress, first_name: marker });
  return { userId, personId, emailAddress, marker };
}

/**
 * Creates an account without records, which has authorized an app and has tokens of all kinds.
 * @param marker a word in lower case, which will occur in all texts of the account.
 */
export async function createAccount(platform: Platform, app: App, marker: string): Promise<BareAccount> {
  const bare = await createBareAccount(platform, marker);
  const { userId, personId, emailAddress } = bare;
  const ofApp = await exchangeCode(platform, app, await authorizeApp(platform, app, bare));
  const issue = async (kind: 'access' | 'personal', more: { scope?: 'read'; expires_utc?: string } = {}) => {
    const target = `/accounts/${userId}/users/${personId}/tokens`;
    const body = { kind, description: `${marker} token`, ...more };
    const answer = await platform.operate('identity', { method: 'POST', target, body });
    const { id, token } = bodyOf(answer, withId.extend({ token: z.string() }));
    return { id, authorization: kind === 'access' ? `Bearer ${token}` : basic(emailAddress, token) };
  };
  const revoked = async (kind: 'access' | 'personal') => {
    const { id, authorization } = await issue(kind);
    await platform.operate('identity', { method: 'DELETE', target: `/accounts/${userId}/tokens/${id}` });
    return authorization;
  };
  const tokensExpireAt = Date.now() + SHORT_LIFE_MS;
  const expires_utc = new Date(tokensExpireAt).toISOString();
  const expired = [await issue('access', { expires_utc }), await issue('personal', { expires_utc })] as const;
  const personal = await issue('personal');
  const credentials = {
    app: `Bearer ${ofApp.access_token}`,
    personal: personal.authorization,
    readOnly: (await issue('access', { scope: 'read' })).authorization,
    personalReadOnly: (await issue('personal', { scope: 'read' })).authorization,
    revoked: await revoked('access'),
    personalRevoked: await revoked('personal'),
    expired: expired[0].authorization,
    personalExpired: expired[1].authorization,
  };
  const { access_token: accessToken, refresh_token: refreshToken } = ofApp;
  return { ...bare, credentials, tokenId: personal.id, tokensExpireAt, accessToken, refreshToken };
}
