import { type IdentityUnderTest, startIdentityUnderTest } from '../testing/identity-under-test';
import {
  authorize,
  createAnApp,
  exchange,
  introspect,
  newVerifier,
  obtainTokens,
  refresh,
  requestToken,
} from '../testing/oauth-app';
import { age, anAppAndAccount } from '../testing/oauth-grants';

let service: IdentityUnderTest;
beforeAll(async () => void (service = await startIdentityUnderTest()));
afterAll(() => service.stop());

describe('refresh tokens', () => {
  const fields = { uses_refresh_tokens: true };

  it('are issued to apps that use them, with access tokens that expire after an hour', async () => {
    const { app, account } = await anAppAndAccount(service, fields);
    const { body } = await exchange(service, app, await authorize(service, app, account));
    expect(body).toMatchObject({ refresh_token: expect.stringMatching(/^rt_[\w-]{65}$/), expires_in: 3600 });
    expect(await introspect(service, body.access_token)).toMatchObject({ active: true });
    await age(service, account.accountId, 3600_000);
    expect(await introspect(service, body.access_token)).toEqual({ active: false });
  });

  it('are replaced with each use; the previous access token stays valid until it expires', async () => {
    const { app, account } = await anAppAndAccount(service, fields);
    const first = await obtainTokens(service, app, account);
    const { status, body } = await refresh(service, app, first.refresh_token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ scope: 'full', user_id: account.accountId, expires_in: 3600 });
    expect(body.refresh_token).not.toBe(first.refresh_token);
    const [before, after] = [
      await introspect(service, first.access_token),
      await introspect(service, body.access_token),
    ];
    expect([before.active, after.active, after.credential_id]).toEqual([true, true, before.credential_id]);
    expect((await refresh(service, app, body.refresh_token)).status).toBe(200);
  });

  it('can be replaced dozens of times in a row, and the first access token stays valid', async () => {
    const { app, account } = await anAppAndAccount(service, fields);
    const first = await obtainTokens(service, app, account);
    let newest = first.refresh_token;
    for (let at = 0; at < 59; at++) newest = (await refresh(service, app, newest)).body.refresh_token as string;
    expect(await introspect(service, first.access_token)).toMatchObject({ active: true });
  });

  it('are revoked together with all other tokens of the grant when an already used one is sent again', async () => {
    const { app, account } = await anAppAndAccount(service, fields);
    const first = await obtainTokens(service, app, account);
    const second = (await refresh(service, app, first.refresh_token)).body;
    const third = (await refresh(service, app, second.refresh_token)).body;
    expect((await refresh(service, app, first.refresh_token)).body.error).toBe('invalid_grant');
    expect(await introspect(service, third.access_token)).toEqual({ active: false });
    expect((await refresh(service, app, third.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('may be sent again for a short time; if both resulting refresh tokens are used, the grant is revoked', async () => {
    const { app, account } = await anAppAndAccount(service, fields);
    const replaced = (await obtainTokens(service, app, account)).refresh_token;
    const [first, second] = [await refresh(service, app, replaced), await refresh(service, app, replaced)];
    expect([first.status, second.status]).toEqual([200, 200]);
    const next = await refresh(service, app, first.body.refresh_token);
    expect(next.status).toBe(200);
    expect((await refresh(service, app, second.body.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(service, app, next.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('have at most four usable replacements if they are sent several times', async () => {
    const { app, account } = await anAppAndAccount(service, fields);
    const replaced = (await obtainTokens(service, app, account)).refresh_token;
    const successors = [];
    for (let at = 0; at < 5; at++)
      successors.push((await refresh(service, app, replaced)).body.refresh_token as string);
    expect((await refresh(service, app, successors[0]!)).body.error).toBe('invalid_grant');
    expect((await refresh(service, app, successors[4]!)).body.error).toBe('invalid_grant');
  });

  it('can be used by two processes of the app at the same time without a revocation of the grant', async () => {
    const { app, account } = await anAppAndAccount(service, fields);
    const { refresh_token } = await obtainTokens(service, app, account);
    const both = await Promise.all([refresh(service, app, refresh_token), refresh(service, app, refresh_token)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    // The app may have stored only the first of the two new refresh tokens, so the first one must still be usable.
    expect((await refresh(service, app, both[0].body.refresh_token)).status).toBe(200);
  });

  it('cause a revocation of the grant if they are sent again 30 seconds or more after their replacement', async () => {
    const { app, account } = await anAppAndAccount(service, fields);
    const first = await obtainTokens(service, app, account);
    const second = (await refresh(service, app, first.refresh_token)).body;
    await age(service, account.accountId, 30_000);
    expect((await refresh(service, app, first.refresh_token)).body.error).toBe('invalid_grant');
    expect(await introspect(service, second.access_token)).toEqual({ active: false });
  });

  it('are refused if another app sends them, and remain valid for their own app', async () => {
    const { app, account } = await anAppAndAccount(service, fields);
    const thief = await createAnApp(service, fields);
    const { refresh_token } = await obtainTokens(service, app, account);
    expect((await refresh(service, thief, refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(service, app, refresh_token)).status).toBe(200);
  });

  it('expire when they are not used for 180 days', async () => {
    const { app, account } = await anAppAndAccount(service, fields);
    const { refresh_token } = await obtainTokens(service, app, account);
    await age(service, account.accountId, 180 * 24 * 3600_000);
    expect((await refresh(service, app, refresh_token)).body.error).toBe('invalid_grant');
  });

  it('can be exchanged for tokens with the scope read, but never with a wider scope than the person consented to', async () => {
    const { app, account } = await anAppAndAccount(service, fields);
    const asking = (refresh_token: string, scope: string) =>
      requestToken(service, app, { grant_type: 'refresh_token', refresh_token, scope });
    const full = await obtainTokens(service, app, account);
    const lesser = await asking(full.refresh_token, 'read');
    expect(lesser.body.scope).toBe('read');
    expect(await introspect(service, lesser.body.access_token)).toMatchObject({ scope: 'read' });
    expect((await asking(lesser.body.refresh_token, 'full')).body.scope).toBe('full');

    const code = await authorize(service, app, account, { scope: 'read' });
    const { refresh_token } = (await exchange(service, app, code)).body;
    expect((await asking(refresh_token, 'full')).body.error).toBe('invalid_scope');
    expect((await asking(refresh_token, 'everything')).body.error).toBe('invalid_scope');
  });

  it('of a public app require only the client id, not a secret', async () => {
    const { app, account } = await anAppAndAccount(service, { ...fields, is_public: true });
    const { verifier, challenge } = newVerifier();
    const client = { client_id: app.clientId };
    const code = await authorize(service, app, account, challenge);
    const { refresh_token } = (await exchange(service, app, code, { ...client, code_verifier: verifier })).body;
    const form = { grant_type: 'refresh_token', refresh_token, ...client };
    expect((await requestToken(service, app, form)).status).toBe(200);
  });
});
