import { identityPublicContract } from '@keyhaven/contracts/identity/public-contract';
import { describeStoreCommands } from '@keyhaven/testing/describe-store-commands';
import { createAnAccount, createAToken, createAUser, startIdentityUnderTest } from './testing/identity-under-test';
import { aChunkOf, aLoggedRequest, hand } from './testing/logged-requests';
import { anAccountId, type ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { authorize, CALLBACK, createAnApp, createConsentingAccount, obtainTokens } from './testing/oauth-app';
import table from './testing/store-commands.json';

let identity: ServiceUnderTest;
beforeAll(async () => {
  identity = await startIdentityUnderTest();
});
afterAll(() => identity.stop());

/** Creates a user with a token, for a request with this token. */
async function ofUser(path: string) {
  const userId = await createAnAccount(identity);
  const { id } = await createAUser(identity, userId);
  const token = await createAToken(identity, userId, id, { kind: 'access' });
  return { userId, path, credentialId: String(token.id) };
}

async function ofLog() {
  const userId = anAccountId();
  const request = aLoggedRequest();
  await hand(identity, aChunkOf(userId, [request]));
  return { userId, id: request.id };
}

const appFields = { uses_refresh_tokens: true };

/**
 * Prepares the exchange of a code. The app's secret was already used in the last hour, so the exchange does not store
 * another use of the secret.
 */
async function anExchange() {
  const [app, account] = [await createAnApp(identity, appFields), await createConsentingAccount(identity)];
  await obtainTokens(identity, app, account);
  const code = await authorize(identity, app, account);
  const client = { client_id: app.clientId, client_secret: app.secret, redirect_uri: CALLBACK };
  const body = { grant_type: 'authorization_code', code, ...client };
  return { userId: account.accountId, path: '/oauth/access_token', body };
}

async function aRefresh() {
  const [app, account] = [await createAnApp(identity, appFields), await createConsentingAccount(identity)];
  const { refresh_token } = await obtainTokens(identity, app, account);
  const client = { client_id: app.clientId, client_secret: app.secret };
  const body = { grant_type: 'refresh_token', refresh_token, ...client };
  return { userId: account.accountId, path: '/oauth/access_token', body };
}

describeStoreCommands({
  service: () => identity,
  contract: identityPublicContract,
  table,
  leftOut: {
    'PATCH /v2/users/me': 'it is always refused',
    'DELETE /oauth/access_token/:token': 'it has Basic credentials of the app',
  },
  requests: {
    'GET /v2/users/me': () => ofUser('/v2/users/me'),
    'GET /v1/users/me': () => ofUser('/v1/users/me'),
    'POST /oauth/access_token (code)': anExchange,
    'POST /oauth/access_token (refresh token)': aRefresh,
    'GET /.well-known/oauth-authorization-server': () =>
      Promise.resolve({ userId: 1, path: '/.well-known/oauth-authorization-server' }),
    'GET /.well-known/oauth-protected-resource': () =>
      Promise.resolve({ userId: 1, path: '/.well-known/oauth-protected-resource' }),
    'GET /v2/requestlog': async () => ({ userId: (await ofLog()).userId, path: '/v2/requestlog' }),
    'GET /v2/requestlog/:id': async () => {
      const { userId, id } = await ofLog();
      return { userId, path: `/v2/requestlog/${id}` };
    },
    'GET /announcements': () => ofUser('/announcements?topic=api_changes'),
    'GET /announcements.atom': () => ofUser('/announcements.atom'),
  },
});
