import { z } from 'zod';
import { basic } from './account';
import type { BareAccount } from './account-client';
import { send } from './http-client';
import { bodyOf, withId } from './read-answer';
import { type App, authorizationOf, authorizeApp, exchangeCode } from './shared-app';
import type { Platform } from './start-platform';

/** The lifetime of the tokens that must have expired when the tests begin, in milliseconds. */
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

/** The apps for which an account has credentials. */
interface Apps {
  /** The app that the account authorizes. */
  app: App;
  /** The app whose authorization the account revokes. */
  otherApp: App;
}

/**
 * Creates an account without records that has authorized an app and has tokens of all kinds. Some of the tokens are
 * revoked or expired by the time the tests begin. Each of these tokens is used while it is valid, so that the gateway
 * has cached it as valid.
 * @param marker a word in lower case that all texts of the account will contain.
 */
export async function createAccount(platform: Platform, { app, otherApp }: Apps, marker: string): Promise<BareAccount> {
  const bare = await createBareAccount(platform, marker);
  const { userId, personId, emailAddress } = bare;
  const onBehalf = { user_id: userId, person_id: personId };
  const issue = async (
    kind: 'access' | 'personal',
    more: { scope?: 'read'; expires_utc?: string } = {},
    of = personId,
  ) => {
    const target = `/accounts/${userId}/users/${of}/tokens`;
    const body = { kind, description: `${marker} token`, ...more };
    const answer = await platform.operate('identity', { method: 'POST', target, body });
    const { id, token } = bodyOf(answer, withId.extend({ token: z.string() }));
    return { id, authorization: kind === 'access' ? `Bearer ${token}` : basic(emailAddress, token) };
  };
  const used = async (authorization: string) => {
    bodyOf(await send(platform.url, { target: '/v2/users/me', headers: { authorization } }), withId);
    return authorization;
  };
  const revoked = async (kind: 'access' | 'personal') => {
    const { id, authorization } = await issue(kind);
    await used(authorization);
    await platform.operate('identity', { method: 'DELETE', target: `/accounts/${userId}/tokens/${id}` });
    return authorization;
  };
  const ofRevokedApp = async () => {
    const { access_token } = await exchangeCode(platform, otherApp, await authorizeApp(platform, otherApp, bare));
    const authorization = await used(`Bearer ${access_token}`);
    const target = `/internal/accounts/${userId}/authorizations/${await authorizationOf(platform, bare)}/revoke`;
    bodyOf(await platform.callAsPortal(target, { person_id: personId }), z.object({}));
    return authorization;
  };
  const ofRemovedPerson = async () => {
    const body = { email_address: `removed@${marker}.example`, role: 'member' };
    const added = await platform.operate('identity', { method: 'POST', target: `/accounts/${userId}/users`, body });
    const { id } = bodyOf(added, withId);
    const authorization = await used((await issue('access', {}, Number(id))).authorization);
    bodyOf(await platform.callAsPortal(`/internal/people/${id}/remove`, onBehalf), z.object({}));
    return authorization;
  };
  const credentialsOfOthers = { appRevoked: await ofRevokedApp(), ofRemovedPerson: await ofRemovedPerson() };
  const ofApp = await exchangeCode(platform, app, await authorizeApp(platform, app, bare));
  let tokensExpireAt = 0;
  const expired = async (kind: 'access' | 'personal', lifeMs = SHORT_LIFE_MS): Promise<string> => {
    const expiresAt = Date.now() + lifeMs;
    const { authorization } = await issue(kind, { expires_utc: new Date(expiresAt).toISOString() });
    const { status } = await send(platform.url, { target: '/v2/users/me', headers: { authorization } });
    // On a busy machine, the token may have expired before it was used.
    if (status !== 200) return expired(kind, 2 * lifeMs);
    tokensExpireAt = Math.max(tokensExpireAt, expiresAt);
    return authorization;
  };
  const personal = await issue('personal');
  const credentials = {
    ...credentialsOfOthers,
    app: `Bearer ${ofApp.access_token}`,
    personal: personal.authorization,
    readOnly: (await issue('access', { scope: 'read' })).authorization,
    personalReadOnly: (await issue('personal', { scope: 'read' })).authorization,
    revoked: await revoked('access'),
    personalRevoked: await revoked('personal'),
    expired: await expired('access'),
    personalExpired: await expired('personal'),
  };
  const { access_token: accessToken, refresh_token: refreshToken } = ofApp;
  return { ...bare, credentials, tokenId: personal.id, tokensExpireAt, accessToken, refreshToken };
}
