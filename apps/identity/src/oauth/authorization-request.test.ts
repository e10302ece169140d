import { type IdentityUnderTest, startIdentityUnderTest } from '../testing/identity-under-test';
import {
  type AppUnderTest,
  CALLBACK,
  type ConsentingAccount,
  createAnApp,
  createConsentingAccount,
  decide,
  newVerifier,
  requestOf,
} from '../testing/oauth-app';

const ISSUER = 'http://127.0.0.1:8080';

describe('an authorization request', () => {
  let service: IdentityUnderTest;
  let app: AppUnderTest;
  let account: ConsentingAccount;
  beforeAll(async () => {
    service = await startIdentityUnderTest();
    [app, account] = [await createAnApp(service), await createConsentingAccount(service)];
  });
  afterAll(() => service.stop());

  const check = async (parameters: Record<string, string | string[]>) =>
    (await decide(service, 'check', account, parameters)).body;
  const without = (name: string) => Object.fromEntries(Object.entries(requestOf(app)).filter(([key]) => key !== name));
  const redirected = (to: string) => {
    const { origin, pathname, searchParams } = new URL(to);
    return { address: origin + pathname, ...Object.fromEntries(searchParams) };
  };

  it('shows the person the app, its developer, the scope and the account', async () => {
    expect(await check(requestOf(app, { scope: 'read' }))).toEqual({
      outcome: 'ask',
      app: { client_id: app.clientId, name: 'Guest Guide', description: '', website_url: null },
      developer: 'Lakeside Lettings',
      scope: 'read',
      redirect_uri: CALLBACK,
      account: { id: account.accountId, company_name: 'Lakeside Lettings' },
      is_authorized: false,
    });
  });

  it.each([
    [undefined, 'full'],
    ['', 'full'],
    ['full', 'full'],
    ['Read', 'read'],
    ['read full', 'full'],
  ])('with the scope parameter %j asks for the scope %s', async (scope, asked) => {
    expect(await check(requestOf(app, scope === undefined ? {} : { scope }))).toMatchObject({ scope: asked });
  });

  it('redirects the browser to the app with a code, the state and the issuer when the person approves it', async () => {
    const { body } = await decide(service, 'approve', account, requestOf(app, { state: 'a b&c=ü' }));
    expect(redirected(body.redirect_to)).toEqual({
      address: CALLBACK,
      code: expect.stringMatching(/^tc_[\w-]{43}$/),
      state: 'a b&c=ü',
      iss: ISSUER,
    });
  });

  it('redirects the browser without a state if the request contains no state', async () => {
    const { body } = await decide(service, 'approve', account, without('state'));
    expect(Object.keys(redirected(body.redirect_to))).toEqual(['address', 'code', 'iss']);
  });

  it('redirects the browser to the app with access_denied and the state when the person refuses it', async () => {
    const { body } = await decide(service, 'refuse', account, requestOf(app));
    expect(redirected(body.redirect_to)).toMatchObject({ error: 'access_denied', state: 'xyz', iss: ISSUER });
  });

  it('keeps the query of the registered redirect URI', async () => {
    const redirect_uri = 'https://app.example.com/cb?tenant=a%20b';
    const other = await createAnApp(service, { redirect_uris: [redirect_uri] });
    for (const decision of ['approve', 'refuse'] as const) {
      const { body } = await decide(service, decision, account, requestOf(other, { redirect_uri }));
      expect(body.redirect_to.startsWith(`${redirect_uri}&`)).toBe(true);
    }
  });

  it.each([
    'https://app.example.com/callback/',
    'https://app.example.com/callback?x=1',
    'https://app.example.com/Callback',
    'https://app.example.com/callback/../callback',
    'https://app.example.com:443/callback',
    'https://app.example.com.evil.example/callback',
    'https://evil.example/?u=https://app.example.com/callback',
    'https://evil.example',
    '//evil.example',
    'javascript:alert(1)',
  ])('does not redirect the browser to %s, which is not registered', async (redirect_uri) => {
    for (const decision of ['check', 'approve', 'refuse'] as const) {
      const { body } = await decide(service, decision, account, requestOf(app, { redirect_uri }));
      expect(body).toEqual({ outcome: 'refuse', messages: [expect.stringContaining('redirect_uri')] });
    }
  });

  it('does not redirect the browser if the app is unknown', async () => {
    const parameters = { ...requestOf(app), client_id: 'c_unknown' };
    expect(await check(parameters)).toEqual({ outcome: 'refuse', messages: [expect.stringContaining('c_unknown')] });
    expect(await check(without('client_id'))).toMatchObject({ outcome: 'refuse' });
  });

  it("may contain any port of the person's own machine if the rest of the redirect URI is registered", async () => {
    const local = await createAnApp(service, { redirect_uris: ['http://127.0.0.1/callback'] });
    const outcomeOf = async (redirect_uri: string) => (await check(requestOf(local, { redirect_uri }))).outcome;
    expect(await outcomeOf('http://127.0.0.1:51234/callback')).toBe('ask');
    expect(await outcomeOf('http://127.0.0.1:51234/other')).toBe('refuse');
    expect(await outcomeOf('http://localhost:51234/callback')).toBe('refuse');
    expect(await outcomeOf('http://127.0.0.1:51234@evil.example/callback')).toBe('refuse');
  });

  it('may omit the redirect URI only if the app has registered exactly one', async () => {
    expect(await check(without('redirect_uri'))).toMatchObject({ outcome: 'ask', redirect_uri: CALLBACK });
    const several = await createAnApp(service, { redirect_uris: [CALLBACK, 'https://app.example.com/other'] });
    const parameters = { ...without('redirect_uri'), client_id: several.clientId };
    expect(await check(parameters)).toMatchObject({ outcome: 'refuse' });
  });

  const { challenge } = newVerifier();
  it.each<[string, Record<string, string>, string]>([
    ['without a response type', { response_type: '' }, 'invalid_request'],
    ['with the response type token', { response_type: 'token' }, 'unsupported_response_type'],
    ['with an unknown scope', { scope: 'full admin' }, 'invalid_scope'],
    ['with the challenge method plain', { ...challenge, code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a challenge but no method', { ...challenge, code_challenge_method: '' }, 'invalid_request'],
    ['with a challenge method but no challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
    ['with a challenge that is not a hash', { ...challenge, code_challenge: 'short' }, 'invalid_request'],
    ['with the response mode fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['for another API', { resource: 'https://other.example.com' }, 'invalid_target'],
  ])('redirects the browser to the app with an error if the request is %s', async (_what, parameters, error) => {
    const answer = await check(requestOf(app, parameters));
    expect(answer.outcome).toBe('redirect');
    expect(redirected(answer.redirect_to)).toMatchObject({ address: CALLBACK, error, state: 'xyz', iss: ISSUER });
  });

  it('is refused if a parameter is repeated', async () => {
    const answer = await check({ ...requestOf(app), scope: ['read', 'full'] });
    expect(redirected(answer.redirect_to)).toMatchObject({ error: 'invalid_request' });
    expect(await check({ ...requestOf(app), redirect_uri: [CALLBACK, 'https://evil.example'] })).toMatchObject({
      outcome: 'refuse',
    });
  });

  it('may contain the URL of this API in the parameter resource, even more than once', async () => {
    expect(await check({ ...requestOf(app), resource: [ISSUER, `${ISSUER}/v2`] })).toMatchObject({ outcome: 'ask' });
    // RFC 6749, section 3.1: a parameter without a value counts as not sent.
    expect(await check({ ...requestOf(app), resource: '' })).toMatchObject({ outcome: 'ask' });
  });

  it('must use PKCE if the app is public', async () => {
    const publicApp = await createAnApp(service, { is_public: true });
    expect(redirected((await check(requestOf(publicApp))).redirect_to)).toMatchObject({ error: 'invalid_request' });
    expect(await check(requestOf(publicApp, challenge))).toMatchObject({ outcome: 'ask' });
  });

  it('can be approved only by a person of the account', async () => {
    const stranger = await createConsentingAccount(service);
    const mixed = { accountId: account.accountId, personId: stranger.personId };
    expect((await decide(service, 'approve', mixed, requestOf(app))).status).toBe(404);
  });
});
