import { until } from '@keyhaven/testing/until';
import { type Answered, type PlatformForClients, startPlatformForClients } from './testing/platform-for-clients';

/** The tests send requests through the gateway, as the programs of OAuth apps do. */

let platform: PlatformForClients;
let client: { id: string; basic: string };
let personId: number;
beforeAll(async () => {
  platform = await startPlatformForClients();
  const { call, operate } = platform;
  const app = { name: 'Guest Guide', redirect_uris: ['https://app.example.com/callback'] };
  const { body } = await operate('identity', '/apps', { method: 'POST', body: app });
  const id = body.app.client_id as string;
  client = { id, basic: `Basic ${Buffer.from(`${id}:${body.client_secret}`).toString('base64')}` };
  const person = { email_address: `owner-${Date.now()}@example.com` };
  personId = (await operate('identity', '/users', { method: 'POST', body: person })).body.id as number;
  expect((await call('/v2/users/me')).status).toBe(200);
}, 120_000);
afterAll(() => platform.stop());

/** Authorizes the app, and returns the code that the app would get from the browser's redirect. */
async function aCode(): Promise<string> {
  const parameters = { response_type: 'code', client_id: client.id, state: 'xyz', scope: 'full' };
  const target = `/internal/accounts/${platform.userId}/authorization_requests/approve`;
  const { body } = await platform.callAsPortal(target, { person_id: personId, parameters });
  const { searchParams } = new URL(body.redirect_to as string);
  expect(searchParams.get('state')).toBe('xyz');
  return searchParams.get('code')!;
}

/** Exchanges a code with a form that has no redirect URI, as some programs do. */
const exchange = (code: string): Promise<Answered> =>
  platform.call('/oauth/access_token', {
    method: 'POST',
    headers: { authorization: client.basic, 'content-type': 'application/x-www-form-urlencoded' },
    form: `grant_type=authorization_code&code=${code}`,
  });

const bearer = (token: string, scheme = 'Bearer') => ({ headers: { authorization: `${scheme} ${token}` } });

it('the program of an OAuth app exchanges a code, calls the API, receives webhooks, and revokes its token', async () => {
  const { call, userId, ids, deliveries, receiver } = platform;
  const { status, body } = await exchange(await aCode());
  expect([status, body]).toMatchObject([200, { token_type: 'Bearer', scope: 'full', user_id: userId }]);
  const token = body.access_token as string;
  for (const scheme of ['Bearer', 'bearer']) {
    expect((await call('/v2/users/me', bearer(token, scheme))).body).toMatchObject({ id: userId });
  }
  const subscription = { type: 'guest', webhook_url: receiver };
  expect(
    (await call('/v2/webhooksubscriptions', { method: 'POST', body: subscription, ...bearer(token) })).status,
  ).toBe(200);
  await call(`/v2/guests/${ids.guest}`, { method: 'PATCH', body: { notes: 'Vegetarian' }, ...bearer(token) });
  await until(() => deliveries.some(({ entity }) => entity.notes === 'Vegetarian'));

  const revoke = () =>
    call(`/oauth/access_token/${token}`, { method: 'DELETE', headers: { authorization: client.basic } });
  expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 404]);
  // The gateway caches the token for at most five seconds.
  await until(async () => (await call('/v2/users/me', bearer(token))).status === 401);
});

it('an OAuth app is notified when a person revokes the authorization, and the tokens of the app become invalid', async () => {
  const { call, callAsPortal, userId, deliveries, receiver } = platform;
  const token = (await exchange(await aCode())).body.access_token as string;
  const subscription = { type: 'guest', webhook_url: receiver };
  expect(
    (await call('/v2/webhooksubscriptions', { method: 'POST', body: subscription, ...bearer(token) })).status,
  ).toBe(200);
  const person = { person_id: personId };
  const path = `/internal/accounts/${userId}/authorizations`;
  const { body } = await callAsPortal(`${path}/list`, person);
  expect((await callAsPortal(`${path}/${body.items[0].id}/revoke`, person)).status).toBe(200);
  await until(() => deliveries.some(({ action }) => action === 'application_authorization_revoked'));
  await until(async () => (await call('/v2/users/me', bearer(token))).status === 401);
});

it('the error response of a token request has the fields of RFC 6749 and the fields of other API errors', async () => {
  const { status, body } = await exchange('tc_unknown');
  expect([status, body]).toMatchObject([400, { error: 'invalid_grant', status: 'bad_request', status_code: 400 }]);
});

it('the OAuth metadata documents can be read at the root of the platform', async () => {
  const server = await platform.call('/.well-known/oauth-authorization-server');
  const resource = await platform.call('/.well-known/oauth-protected-resource');
  expect(resource.body.authorization_servers).toEqual([server.body.issuer]);
});
