import { oauthAppWithSecret } from '@keyhaven/contracts/identity/oauth-apps';
import { authorizationDecision } from '@keyhaven/contracts/identity/oauth-authorization';
import type { Scenario } from '../scenario';

const redirect_uri = 'https://app.example.com/callback';
const headers = { authorization: '' };

export async function callOAuth(scenario: Scenario): Promise<void> {
  const { call, platform } = scenario;
  await call('getServerMetadata', 'The authorization server', { headers });
  await call('getResourceMetadata', 'The protected resource', { headers });
  const app = { name: 'Guest Guide', redirect_uris: [redirect_uri], uses_refresh_tokens: true };
  const made = oauthAppWithSecret.parse(await platform.operate('identity', '/apps', app));
  const client = { client_id: made.app.client_id, client_secret: made.client_secret! };
  const exchange = {
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: {
      grant_type: 'authorization_code',
      code: await authorize(scenario, client.client_id),
      redirect_uri,
      ...client,
    },
  };
  const tokens = await call('exchangeToken', 'Exchange a code for tokens', exchange);
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token!, ...client };
  const renewed = await call('exchangeToken', 'Exchange a refresh token', { ...exchange, body: refresh });
  const bearer = { authorization: `Bearer ${renewed.access_token}` };
  await call('getCurrentUser', 'With the access token of an app', { headers: bearer });
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64');
  const revocation = { params: { token: renewed.access_token }, headers: { authorization: `Basic ${basic}` } };
  await call('revokeOAuthToken', 'Revoke an access token', revocation);
  await call('revokeOAuthToken', 'A token that was revoked already', revocation, { status: 404 });
  const used = { ...exchange, body: { ...exchange.body, code: 'tc_unknown' } };
  await call('exchangeToken', 'A code that does not exist', used, { status: 400 });
  const wrong = { ...exchange, body: { ...exchange.body, client_secret: 's_wrong' } };
  await call('exchangeToken', 'A wrong client secret', wrong, { status: 401 });
}

/** Authorizes an app, like a person of the demo account on the consent page. @returns the authorization code. */
async function authorize({ platform }: Scenario, client_id: string): Promise<string> {
  const { userId, personId } = platform.account;
  const parameters = { response_type: 'code', client_id, redirect_uri, scope: 'full', state: 'a1b2' };
  const target = `/internal/accounts/${userId}/authorization_requests/approve`;
  const decision = await platform.callAsPortal(target, { person_id: personId, parameters });
  const answer = authorizationDecision.parse(decision);
  if (answer.outcome !== 'redirect') throw new Error(answer.messages.join());
  return new URL(answer.redirect_to).searchParams.get('code')!;
}
