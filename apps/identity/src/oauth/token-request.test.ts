import { type IdentityUnderTest, startIdentityUnderTest } from '../testing/identity-under-test';
import {
  type AppUnderTest,
  authorize,
  CALLBACK,
  clientHeaders,
  createAnApp,
  createConsentingAccount,
  requestToken,
} from '../testing/oauth-app';
import { anAppAndAccount } from '../testing/oauth-grants';

let service: IdentityUnderTest;
beforeAll(async () => void (service = await startIdentityUnderTest()));
afterAll(() => service.stop());

describe('a token request', () => {
  it.each<[string, Record<string, string>, number, string]>([
    ['without a grant type', {}, 400, 'invalid_request'],
    ["with a person's password", { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['with client credentials only', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['without a code', { grant_type: 'authorization_code' }, 400, 'invalid_request'],
    ['with an unknown code', { grant_type: 'authorization_code', code: 'tc_unknown' }, 400, 'invalid_grant'],
    ['with an unknown refresh token', { grant_type: 'refresh_token', refresh_token: 'rt_x.y' }, 400, 'invalid_grant'],
    [
      'with a client_id other than that of its Basic credentials',
      { grant_type: 'refresh_token', client_id: 'c_x' },
      400,
      'invalid_request',
    ],
  ])('%s is refused', async (_what, form, expected, error) => {
    const app = await createAnApp(service);
    const { status, body } = await requestToken(service, app, form, clientHeaders(app));
    expect([status, body]).toEqual([
      expected,
      {
        error,
        error_description: expect.any(String),
        messages: [expect.any(String)],
        status: 'bad_request',
        status_code: expected,
      },
    ]);
  });

  it.each<[string, (app: AppUnderTest) => Record<string, string>]>([
    ['without credentials', () => ({})],
    ['with a wrong secret', (app) => clientHeaders({ ...app, secret: 's_wrong' })],
    ['without a secret', (app) => clientHeaders({ ...app, secret: '' })],
    ['of an unknown client', (app) => clientHeaders({ ...app, clientId: 'c_unknown' })],
    ['with a Bearer token', () => ({ 'x-client-authorization': 'Bearer at_abc' })],
  ])('%s is refused with a 401', async (_what, headersOf) => {
    const app = await createAnApp(service);
    const form = { grant_type: 'authorization_code', code: 'tc_x' };
    const { status, body, headers } = await requestToken(service, app, form, headersOf(app));
    expect([status, body.error, body.status]).toEqual([401, 'invalid_client', 'unauthorized']);
    expect(headers.get('www-authenticate')).toBe('Basic realm="Keyhaven"');
  });

  it.each<[string, (secret: string) => string]>([
    ['encoded as in forms (RFC 6749, 2.3.1)', encodeURIComponent],
    ['encoded completely', (secret) => secret.replace(/[^a-z]/gi, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
    ['not encoded', (secret) => secret],
  ])('is authenticated by a secret that is %s', async (_how, encode) => {
    const { accountId: ownerId } = await createConsentingAccount(service);
    // Imported secrets may contain characters that form encoding changes, or text that looks like form encoding.
    const secret = 's_100%+sure/of:it=%41&%zz~~~';
    const fields = { name: 'Guest Guide', redirect_uris: [CALLBACK], client_secrets: [secret] };
    const { body: made } = await service.asOperator().post(`/operator/accounts/${ownerId}/apps`, fields);
    const app = { ...(await createAnApp(service)), clientId: made.app.client_id as string };
    const form = { grant_type: 'authorization_code', code: 'tc_unknown' };
    const sent = await requestToken(service, app, form, clientHeaders({ ...app, secret: encode(secret) }));
    expect([sent.status, sent.body.error]).toEqual([400, 'invalid_grant']);
    const wrong = await requestToken(service, app, form, clientHeaders({ ...app, secret: encode(`${secret}!`) }));
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
  });

  it('gets an error in the format of RFC 6749 if a parameter is repeated or too long', async () => {
    const app = await createAnApp(service);
    const headers = { ...clientHeaders(app), 'content-type': 'application/x-www-form-urlencoded' };
    for (const rawBody of ['grant_type=refresh_token&grant_type=x', `grant_type=${'x'.repeat(3000)}`]) {
      const { status, body } = await service.asAnyone().post('/oauth/access_token', undefined, { rawBody, headers });
      expect([status, body.error, body.status]).toEqual([400, 'invalid_request', 'bad_request']);
    }
    const text = { rawBody: 'code=1', headers: { ...headers, 'content-type': 'text/plain' } };
    const { status, body } = await service.asAnyone().post('/oauth/access_token', undefined, text);
    expect([status, body.error]).toEqual([415, 'invalid_request']);
  });

  it('is refused if its parameters are in the URL', async () => {
    const app = await createAnApp(service);
    const path = `/oauth/access_token?client_secret=${app.secret}`;
    const body = { grant_type: 'authorization_code', code: 'tc_x', client_id: app.clientId };
    const answer = await service.asAnyone().post(path, body);
    expect([answer.status, answer.body.messages]).toEqual([400, [expect.stringContaining('client_secret')]]);
  });

  it('gets a 429 after too many wrong secrets, but still succeeds with the right secret', async () => {
    const { app, account } = await anAppAndAccount(service);
    const form = { grant_type: 'authorization_code', code: 'tc_x' };
    const guess = (at: number) =>
      requestToken(service, app, form, clientHeaders({ ...app, secret: `s_${at}` }, 'limited'));
    const statuses = [];
    for (let at = 0; at < 22; at++) statuses.push((await guess(at)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    const { headers, body } = await guess(99);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toMatchObject({ status: 'too_many_requests', error: 'temporarily_unavailable' });
    const right = { ...form, code: await authorize(service, app, account), redirect_uri: CALLBACK };
    expect((await requestToken(service, app, right, clientHeaders(app, 'limited'))).status).toBe(200);
  });

  it('is accepted with the right secret even after failed requests of many other apps at the same address', async () => {
    const { app, account } = await anAppAndAccount(service);
    const form = { grant_type: 'authorization_code', code: await authorize(service, app, account) };
    const guess = (at: number) =>
      requestToken(service, app, form, clientHeaders({ ...app, clientId: `c_${at}` }, 'shared'));
    const statuses = await Promise.all(Array.from({ length: 62 }, (_, at) => guess(at).then(({ status }) => status)));
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect((await requestToken(service, app, form, clientHeaders(app, 'shared'))).status).toBe(200);
  });

  it('never gets a 429 for an unknown code, because anybody can make an app send an unknown code', async () => {
    const app = await createAnApp(service);
    for (let at = 0; at < 25; at++) {
      const form = { grant_type: 'authorization_code', code: `tc_${at}` };
      expect((await requestToken(service, app, form, clientHeaders(app, 'misused'))).status).toBe(400);
    }
  });

  it('counts only once toward the limit if it repeats the same wrong secret', async () => {
    const app = { ...(await createAnApp(service)), secret: 's_wrong' };
    const form = { grant_type: 'authorization_code', code: 'tc_x' };
    for (let at = 0; at < 25; at++) {
      expect((await requestToken(service, app, form, clientHeaders(app, 'stubborn'))).status).toBe(401);
    }
  });
});
