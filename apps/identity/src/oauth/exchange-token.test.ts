import { testDatabaseUri } from '@keyhaven/testing/test-database';
import { until } from '@keyhaven/testing/until';
import mongoose from 'mongoose';
import {
  createAToken,
  createAUser,
  type IdentityUnderTest,
  startIdentityUnderTest,
} from '../testing/identity-under-test';
import {
  type AppUnderTest,
  authorize,
  CALLBACK,
  clientHeaders,
  type ConsentingAccount,
  createAnApp,
  createConsentingAccount,
  exchange,
  introspect,
  newVerifier,
  obtainTokens,
  refresh,
  requestToken,
} from '../testing/oauth-app';

let service: IdentityUnderTest;
beforeAll(async () => void (service = await startIdentityUnderTest()));
afterAll(() => service.stop());

/** Returns an app, and an account that may authorize it. */
async function anAppAndAccount(fields: object = {}): Promise<{ app: AppUnderTest; account: ConsentingAccount }> {
  return { app: await createAnApp(service, fields), account: await createConsentingAccount(service) };
}

/** Moves the times of an authorization's codes and refresh tokens into the past. */
async function age(accountId: number, milliseconds: number): Promise<void> {
  const authorizations = service.connection.collection('authorizations');
  const { grants } = (await authorizations.findOne({ user_id: accountId })) as unknown as { grants: any[] };
  const earlier = (date: Date | null) => date && new Date(date.getTime() - milliseconds);
  const aged = grants.map(({ code, refresh_token, access_tokens, ...rest }) => ({
    ...rest,
    code: { ...code, expires_utc: earlier(code.expires_utc) },
    access_tokens: access_tokens.map((one: { expires_utc: Date | null }) => ({
      ...one,
      expires_utc: earlier(one.expires_utc),
    })),
    refresh_token: refresh_token && {
      ...refresh_token,
      expires_utc: earlier(refresh_token.expires_utc),
      previous: refresh_token.previous && {
        ...refresh_token.previous,
        replaced_utc: earlier(refresh_token.previous.replaced_utc),
      },
    },
  }));
  await authorizations.updateOne({ user_id: accountId }, { $set: { grants: aged } });
}

describe('the exchange of a code', () => {
  it('returns an access token that does not expire, for a form request with Basic credentials', async () => {
    const { app, account } = await anAppAndAccount();
    const { status, body, headers } = await exchange(service, app, await authorize(service, app, account));
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^at_[\w-]{43}$/),
        token_type: 'Bearer',
        scope: 'full',
        user_id: account.accountId,
        user_display_name: 'Lakeside Lettings',
      },
    ]);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect(await introspect(service, body.access_token)).toMatchObject({
      active: true,
      user_id: account.accountId,
      person_id: account.personId,
      scope: 'full',
      expires_utc: null,
      app: { key: app.clientId, owner_user_id: app.ownerId },
    });
  });

  it('accepts the client’s credentials as form fields, and a body in JSON', async () => {
    const { app, account } = await anAppAndAccount();
    const fields = { client_id: app.clientId, client_secret: app.secret };
    expect((await exchange(service, app, await authorize(service, app, account), fields)).status).toBe(200);
    const code = await authorize(service, app, account);
    const body = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...fields };
    expect((await service.asAnyone().post('/oauth/access_token', body)).status).toBe(200);
  });

  it('accepts each of two secrets, but no secret that was removed', async () => {
    const { app, account } = await anAppAndAccount();
    const path = `/internal/accounts/${app.ownerId}/apps/${app.clientId}/secrets`;
    const person = { person_id: app.ownerPersonId };
    const secret = (await service.asOperator().post(path, person)).body.client_secret as string;
    const codes = [await authorize(service, app, account), await authorize(service, app, account)];
    expect((await exchange(service, app, codes[0]!)).status).toBe(200);
    expect((await exchange(service, { ...app, secret }, codes[1]!)).status).toBe(200);
    await service.asOperator().post(`${path}/${app.record.secrets[0]!.id}/remove`, person);
    const code = await authorize(service, app, account);
    expect((await exchange(service, app, code)).body).toMatchObject({ error: 'invalid_client' });
    expect((await exchange(service, { ...app, secret }, code)).status).toBe(200);
  });

  it('returns a token with the scope read if the person consented only to this scope', async () => {
    const { app, account } = await anAppAndAccount();
    const code = await authorize(service, app, account, { scope: 'read' });
    const { body } = await exchange(service, app, code, { scope: 'full' });
    expect(body.scope).toBe('read');
    expect(await introspect(service, body.access_token)).toMatchObject({ scope: 'read' });
  });

  it('accepts a code once; a second use ends the tokens of the first use', async () => {
    const { app, account } = await anAppAndAccount();
    const code = await authorize(service, app, account);
    const { body } = await exchange(service, app, code);
    const again = await exchange(service, app, code);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect(await introspect(service, body.access_token)).toEqual({ active: false });
  });

  it('ends the tokens of a code that is used again long after its expiry, and no others', async () => {
    const { app, account } = await anAppAndAccount();
    const other = await obtainTokens(service, app, account);
    const code = await authorize(service, app, account);
    const { body } = await exchange(service, app, code);
    await age(account.accountId, 24 * 3600_000);
    expect((await exchange(service, app, code)).body.error).toBe('invalid_grant');
    expect(await introspect(service, body.access_token)).toEqual({ active: false });
    expect(await introspect(service, other.access_token)).toMatchObject({ active: true });
  });

  it('does not use up the code if the account cannot be read', async () => {
    const { app, account } = await anAppAndAccount();
    const code = await authorize(service, app, account);
    const accounts = service.connection.collection<{ _id: number }>('accounts');
    const stored = await accounts.findOneAndDelete({ _id: account.accountId });
    expect((await exchange(service, app, code)).status).not.toBe(200);
    await accounts.insertOne(stored!);
    expect((await exchange(service, app, code)).status).toBe(200);
  });

  it('leaves no valid tokens if a code is sent several times concurrently', async () => {
    const { app, account } = await anAppAndAccount();
    const code = await authorize(service, app, account);
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(service, app, code)));
    const issued = answers.filter(({ status }) => status === 200);
    expect(issued.length).toBeLessThanOrEqual(1);
    for (const { body } of issued) expect(await introspect(service, body.access_token)).toEqual({ active: false });
  });

  it('accepts a code for ten minutes', async () => {
    const { app, account } = await anAppAndAccount();
    const code = await authorize(service, app, account);
    await age(account.accountId, 9 * 60_000);
    const second = await authorize(service, app, account);
    await age(account.accountId, 2 * 60_000);
    expect((await exchange(service, app, code)).body.error).toBe('invalid_grant');
    expect((await exchange(service, app, second)).status).toBe(200);
  });

  it('is refused if another app sends the code, which stays valid for its own app', async () => {
    const { app, account } = await anAppAndAccount();
    const thief = await createAnApp(service);
    const code = await authorize(service, app, account);
    expect((await exchange(service, thief, code)).body.error).toBe('invalid_grant');
    expect((await exchange(service, app, code)).status).toBe(200);
  });

  it('is refused if it contains another redirect address', async () => {
    const other = 'https://app.example.com/other';
    const { app, account } = await anAppAndAccount({ redirect_uris: [CALLBACK, other] });
    const code = await authorize(service, app, account);
    expect((await exchange(service, app, code, { redirect_uri: other })).body.error).toBe('invalid_grant');
    expect((await exchange(service, app, code, { redirect_uri: `${CALLBACK}/` })).body.error).toBe('invalid_grant');
  });

  it('may leave out the redirect address if the app has a secret and only one redirect address', async () => {
    const { app, account } = await anAppAndAccount();
    const form = { grant_type: 'authorization_code', code: await authorize(service, app, account) };
    expect((await requestToken(service, app, form)).status).toBe(200);
  });

  it('may not leave out the redirect address if the app has several, or has no secret', async () => {
    const several = await anAppAndAccount({ redirect_uris: [CALLBACK, 'https://app.example.com/other'] });
    const form = { grant_type: 'authorization_code', code: await authorize(service, several.app, several.account) };
    expect((await requestToken(service, several.app, form)).body.error).toBe('invalid_grant');

    const { app, account } = await anAppAndAccount({ is_public: true });
    const { verifier, challenge } = newVerifier();
    const code = await authorize(service, app, account, challenge);
    const ofPublic = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: app.clientId };
    expect((await requestToken(service, app, ofPublic)).body.error).toBe('invalid_grant');
  });

  it('needs the verifier of the challenge, and no secret, if the app is public', async () => {
    const { app, account } = await anAppAndAccount({ is_public: true });
    const { verifier, challenge } = newVerifier();
    const code = await authorize(service, app, account, challenge);
    const client = { client_id: app.clientId };
    const errorOf = async (more: Record<string, string>) =>
      (await exchange(service, app, code, { ...client, ...more })).body.error;
    expect(await errorOf({})).toBe('invalid_grant');
    expect(await errorOf({ code_verifier: newVerifier().verifier })).toBe('invalid_grant');
    expect(await errorOf({ code_verifier: challenge.code_challenge! })).toBe('invalid_grant');
    expect(await errorOf({ code_verifier: verifier, client_secret: 's_something' })).toBe('invalid_client');
    expect((await exchange(service, app, code, { ...client, code_verifier: verifier })).status).toBe(200);
  });

  it('needs the secret if the app has one, and the verifier if the code has a challenge', async () => {
    const { app, account } = await anAppAndAccount();
    const { verifier, challenge } = newVerifier();
    const code = await authorize(service, app, account, challenge);
    expect((await exchange(service, app, code)).body.error).toBe('invalid_grant');
    const withoutSecret = { client_id: app.clientId, code_verifier: verifier };
    expect((await exchange(service, app, code, withoutSecret)).body.error).toBe('invalid_client');
    expect((await exchange(service, app, code, { code_verifier: verifier })).status).toBe(200);
  });

  it('is refused if a verifier is sent although the code has no challenge, because an attacker may have removed it', async () => {
    const { app, account } = await anAppAndAccount();
    const code = await authorize(service, app, account);
    const { verifier } = newVerifier();
    expect((await exchange(service, app, code, { code_verifier: verifier })).body.error).toBe('invalid_grant');
  });

  it('is refused if it asks for a token of another API', async () => {
    const { app, account } = await anAppAndAccount();
    const code = await authorize(service, app, account);
    const resource = 'https://other.example.com';
    expect((await exchange(service, app, code, { resource })).body.error).toBe('invalid_target');
    expect((await exchange(service, app, code, { resource: 'http://127.0.0.1:8080' })).status).toBe(200);
  });

  it('ignores an Idempotency-Key: a repeated request counts as a second use of the code', async () => {
    const { app, account } = await anAppAndAccount();
    const form = { grant_type: 'authorization_code', code: await authorize(service, app, account) };
    const headers = { ...clientHeaders(app), 'idempotency-key': 'exchange-1' };
    expect((await requestToken(service, app, form, headers)).status).toBe(200);
    expect((await requestToken(service, app, form, headers)).status).toBe(400);
  });

  it('ends the oldest tokens if an app has more than fifty grants in an account', async () => {
    const { app, account } = await anAppAndAccount();
    const first = await obtainTokens(service, app, account);
    const second = await obtainTokens(service, app, account);
    const authorizations = service.connection.collection('authorizations');
    const stored = (await authorizations.findOne({ user_id: account.accountId })) as unknown as { grants: any[] };
    const filler = Array.from({ length: 48 }, (_, at) => ({ ...stored.grants[1], id: -at - 1 }));
    const grants = [...stored.grants, ...filler];
    await authorizations.updateOne({ user_id: account.accountId }, { $set: { grants } });
    await obtainTokens(service, app, account);
    expect(await introspect(service, first.access_token)).toEqual({ active: false });
    expect(await introspect(service, second.access_token)).toMatchObject({ active: true });
  });
});

describe('a token request', () => {
  it.each<[string, Record<string, string>, number, string]>([
    ['without a grant type', {}, 400, 'invalid_request'],
    ['with a person’s password', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
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
  ])('is refused if it is sent %s', async (_what, form, expected, error) => {
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
    ['by an unknown client', (app) => clientHeaders({ ...app, clientId: 'c_unknown' })],
    ['with a Bearer token', () => ({ 'x-client-authorization': 'Bearer at_abc' })],
  ])('is refused with a 401 if it is sent %s', async (_what, headersOf) => {
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
  ])('is accepted if its secret is %s', async (_how, encode) => {
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

  it('gets a 429 after too many wrong secrets, but is still accepted with the right secret', async () => {
    const { app, account } = await anAppAndAccount();
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

  it('is accepted with the right secret although many other apps at the same address have sent wrong ones', async () => {
    const { app, account } = await anAppAndAccount();
    const form = { grant_type: 'authorization_code', code: await authorize(service, app, account) };
    const guess = (at: number) =>
      requestToken(service, app, form, clientHeaders({ ...app, clientId: `c_${at}` }, 'shared'));
    const statuses = await Promise.all(Array.from({ length: 62 }, (_, at) => guess(at).then(({ status }) => status)));
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect((await requestToken(service, app, form, clientHeaders(app, 'shared'))).status).toBe(200);
  });

  it('never gets a 429 for unknown codes, because anybody can make an app send them', async () => {
    const app = await createAnApp(service);
    for (let at = 0; at < 25; at++) {
      const form = { grant_type: 'authorization_code', code: `tc_${at}` };
      expect((await requestToken(service, app, form, clientHeaders(app, 'misused'))).status).toBe(400);
    }
  });

  it('counts only once if it repeats the same wrong secret, because this guesses nothing', async () => {
    const app = { ...(await createAnApp(service)), secret: 's_wrong' };
    const form = { grant_type: 'authorization_code', code: 'tc_x' };
    for (let at = 0; at < 25; at++) {
      expect((await requestToken(service, app, form, clientHeaders(app, 'stubborn'))).status).toBe(401);
    }
  });
});

describe('refresh tokens', () => {
  const fields = { uses_refresh_tokens: true };

  it('are issued together with access tokens that expire after an hour, if the app uses refresh tokens', async () => {
    const { app, account } = await anAppAndAccount(fields);
    const { body } = await exchange(service, app, await authorize(service, app, account));
    expect(body).toMatchObject({ refresh_token: expect.stringMatching(/^rt_[\w-]{65}$/), expires_in: 3600 });
    expect(await introspect(service, body.access_token)).toMatchObject({ active: true });
    await age(account.accountId, 3600_000);
    expect(await introspect(service, body.access_token)).toEqual({ active: false });
  });

  it('are replaced with each use; the earlier access token stays valid until it expires', async () => {
    const { app, account } = await anAppAndAccount(fields);
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

  it('end together with all tokens of their grant when an old one is used', async () => {
    const { app, account } = await anAppAndAccount(fields);
    const first = await obtainTokens(service, app, account);
    const second = (await refresh(service, app, first.refresh_token)).body;
    const third = (await refresh(service, app, second.refresh_token)).body;
    expect((await refresh(service, app, first.refresh_token)).body.error).toBe('invalid_grant');
    expect(await introspect(service, third.access_token)).toEqual({ active: false });
    expect((await refresh(service, app, third.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('may be sent again for a short time; the first used successor stays valid, and the use of another one ends the grant', async () => {
    const { app, account } = await anAppAndAccount(fields);
    const replaced = (await obtainTokens(service, app, account)).refresh_token;
    const [first, second] = [await refresh(service, app, replaced), await refresh(service, app, replaced)];
    expect([first.status, second.status]).toEqual([200, 200]);
    const next = await refresh(service, app, first.body.refresh_token);
    expect(next.status).toBe(200);
    expect((await refresh(service, app, second.body.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(service, app, next.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('have at most four usable successors; the use of an older successor ends the grant', async () => {
    const { app, account } = await anAppAndAccount(fields);
    const replaced = (await obtainTokens(service, app, account)).refresh_token;
    const successors = [];
    for (let at = 0; at < 5; at++)
      successors.push((await refresh(service, app, replaced)).body.refresh_token as string);
    expect((await refresh(service, app, successors[0]!)).body.error).toBe('invalid_grant');
    expect((await refresh(service, app, successors[4]!)).body.error).toBe('invalid_grant');
  });

  it('do not end the authorization if two processes use the same one at the same time', async () => {
    const { app, account } = await anAppAndAccount(fields);
    const { refresh_token } = await obtainTokens(service, app, account);
    const both = await Promise.all([refresh(service, app, refresh_token), refresh(service, app, refresh_token)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    // The app may store either of the two refresh tokens.
    expect((await refresh(service, app, both[0].body.refresh_token)).status).toBe(200);
  });

  it('end their grant if they are sent again more than 30 seconds after their replacement', async () => {
    const { app, account } = await anAppAndAccount(fields);
    const first = await obtainTokens(service, app, account);
    const second = (await refresh(service, app, first.refresh_token)).body;
    await age(account.accountId, 30_000);
    expect((await refresh(service, app, first.refresh_token)).body.error).toBe('invalid_grant');
    expect(await introspect(service, second.access_token)).toEqual({ active: false });
  });

  it('are refused if another app sends them, and remain valid for their own app', async () => {
    const { app, account } = await anAppAndAccount(fields);
    const thief = await createAnApp(service, fields);
    const { refresh_token } = await obtainTokens(service, app, account);
    expect((await refresh(service, thief, refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(service, app, refresh_token)).status).toBe(200);
  });

  it('expire when they are not used for 180 days', async () => {
    const { app, account } = await anAppAndAccount(fields);
    const { refresh_token } = await obtainTokens(service, app, account);
    await age(account.accountId, 180 * 24 * 3600_000);
    expect((await refresh(service, app, refresh_token)).body.error).toBe('invalid_grant');
  });

  it('can be exchanged for the scope read, but not for more than the person consented to', async () => {
    const { app, account } = await anAppAndAccount(fields);
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

  it('need only the client id, and no secret, if the app is public', async () => {
    const { app, account } = await anAppAndAccount({ ...fields, is_public: true });
    const { verifier, challenge } = newVerifier();
    const client = { client_id: app.clientId };
    const code = await authorize(service, app, account, challenge);
    const { refresh_token } = (await exchange(service, app, code, { ...client, code_verifier: verifier })).body;
    const form = { grant_type: 'refresh_token', refresh_token, ...client };
    expect((await requestToken(service, app, form)).status).toBe(200);
  });
});

describe('a revocation of a token by the app', () => {
  const revoke = (app: AppUnderTest, token: string) =>
    service.asAnyone().delete(`/oauth/access_token/${token}`, { headers: clientHeaders(app) });

  it('ends the token; a second revocation gets a 404', async () => {
    const { app, account } = await anAppAndAccount();
    const { access_token } = await obtainTokens(service, app, account);
    expect((await revoke(app, access_token)).status).toBe(204);
    expect(await introspect(service, access_token)).toEqual({ active: false });
    expect((await revoke(app, access_token)).status).toBe(404);
  });

  it('ends a refresh token together with its access tokens, and an access token together with its refresh token', async () => {
    const { app, account } = await anAppAndAccount({ uses_refresh_tokens: true });
    const [one, two] = [await obtainTokens(service, app, account), await obtainTokens(service, app, account)];
    expect((await revoke(app, one.refresh_token)).status).toBe(204);
    expect(await introspect(service, one.access_token)).toEqual({ active: false });
    expect((await revoke(app, two.access_token)).status).toBe(204);
    expect((await refresh(service, app, two.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('ends the webhooks together with the last token, without a notice', async () => {
    const { app, account } = await anAppAndAccount();
    const [one, two] = [await obtainTokens(service, app, account), await obtainTokens(service, app, account)];
    const revocations = () => service.webhook.revocations.filter(({ user_id }) => user_id === account.accountId);
    await revoke(app, one.access_token);
    expect(revocations()).toEqual([]);
    await revoke(app, two.access_token);
    expect(revocations()).toMatchObject([{ app_key: app.clientId, is_notified: false, term: 1 }]);
  });

  it('succeeds while the webhook service is unavailable, and the webhooks stop later', async () => {
    const { app, account } = await anAppAndAccount();
    const { access_token } = await obtainTokens(service, app, account);
    service.webhook.isAway = true;
    try {
      expect((await revoke(app, access_token)).status).toBe(204);
      expect(await introspect(service, access_token)).toEqual({ active: false });
    } finally {
      service.webhook.isAway = false;
    }
    await until(() => service.webhook.revocations.some(({ user_id }) => user_id === account.accountId));
  });

  it('needs the credentials of the app, and does not end the tokens of another app', async () => {
    const { app, account } = await anAppAndAccount();
    const { access_token } = await obtainTokens(service, app, account);
    expect((await revoke(await createAnApp(service), access_token)).status).toBe(404);
    expect((await revoke({ ...app, secret: 's_wrong' }, access_token)).status).toBe(401);
    const anonymous = await service.asAnyone().delete(`/oauth/access_token/${access_token}`);
    expect([anonymous.status, anonymous.body.error]).toEqual([401, 'invalid_client']);
    expect(await introspect(service, access_token)).toMatchObject({ active: true });
  });

  it('does not end personal tokens, or access tokens that an operator made', async () => {
    const { app, account } = await anAppAndAccount();
    const person = await createAUser(service, account.accountId);
    const { token } = await createAToken(service, account.accountId, person.id, { kind: 'access' });
    expect((await revoke(app, token)).status).toBe(404);
    expect(await introspect(service, token)).toMatchObject({ active: true, app: null });
  });
});

describe('the metadata documents', () => {
  it('describe the authorization server (RFC 8414) and the API (RFC 9728)', async () => {
    const server = await service.asAnyone().get('/.well-known/oauth-authorization-server');
    expect(server.body).toMatchObject({
      issuer: 'http://127.0.0.1:8080',
      authorization_endpoint: 'http://127.0.0.1:8080/oauth/authorize',
      token_endpoint: 'http://127.0.0.1:8080/oauth/access_token',
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['full', 'read'],
    });
    const resource = await service.asAnyone().get('/.well-known/oauth-protected-resource');
    expect(resource.body).toMatchObject({
      resource: server.body.issuer,
      authorization_servers: [server.body.issuer],
      bearer_methods_supported: ['header'],
    });
  });
});

it('no secret, code or token of an app is stored in plain text or published', async () => {
  const { app, account } = await anAppAndAccount({ uses_refresh_tokens: true });
  const { verifier, challenge } = newVerifier();
  const code = await authorize(service, app, account, challenge);
  const { body } = await exchange(service, app, code, { code_verifier: verifier });
  const connection = await mongoose.createConnection(testDatabaseUri()).asPromise();
  const database = connection.useDb(`${service.databasePrefix}identity`);
  const everything: unknown[] = [...service.events];
  for (const { name } of await database.listCollections()) {
    everything.push(...(await database.collection(name).find().toArray()));
  }
  await connection.close();
  const stored = JSON.stringify(everything);
  expect(stored).toContain(app.clientId);
  for (const secret of [app.secret, code, verifier, body.access_token, body.refresh_token]) {
    expect(stored).not.toContain(secret);
  }
});
