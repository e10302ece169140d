import { testDatabaseUri } from '@keyhaven/testing/test-database';
import mongoose from 'mongoose';
import { type IdentityUnderTest, startIdentityUnderTest } from '../testing/identity-under-test';
import {
  authorize,
  CALLBACK,
  clientHeaders,
  createAnApp,
  exchange,
  introspect,
  newVerifier,
  obtainTokens,
  requestToken,
} from '../testing/oauth-app';
import { age, anAppAndAccount } from '../testing/oauth-grants';

let service: IdentityUnderTest;
beforeAll(async () => void (service = await startIdentityUnderTest()));
afterAll(() => service.stop());

describe('the exchange of a code', () => {
  it('returns an access token that does not expire, for a form request with Basic credentials', async () => {
    const { app, account } = await anAppAndAccount(service);
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

  it("accepts the client's credentials as form fields, and a body in JSON", async () => {
    const { app, account } = await anAppAndAccount(service);
    const fields = { client_id: app.clientId, client_secret: app.secret };
    expect((await exchange(service, app, await authorize(service, app, account), fields)).status).toBe(200);
    const code = await authorize(service, app, account);
    const body = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...fields };
    expect((await service.asAnyone().post('/oauth/access_token', body)).status).toBe(200);
  });

  it("accepts each of the app's two secrets, but not a secret that was removed", async () => {
    const { app, account } = await anAppAndAccount(service);
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
    const { app, account } = await anAppAndAccount(service);
    const code = await authorize(service, app, account, { scope: 'read' });
    const { body } = await exchange(service, app, code, { scope: 'full' });
    expect(body.scope).toBe('read');
    expect(await introspect(service, body.access_token)).toMatchObject({ scope: 'read' });
  });

  it('accepts a code only once; a second use revokes the tokens of the first use', async () => {
    const { app, account } = await anAppAndAccount(service);
    const code = await authorize(service, app, account);
    const { body } = await exchange(service, app, code);
    const again = await exchange(service, app, code);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect(await introspect(service, body.access_token)).toEqual({ active: false });
  });

  it('revokes the tokens of a code that is used again long after its expiry, and no other tokens', async () => {
    const { app, account } = await anAppAndAccount(service);
    const other = await obtainTokens(service, app, account);
    const code = await authorize(service, app, account);
    const { body } = await exchange(service, app, code);
    await age(service, account.accountId, 24 * 3600_000);
    expect((await exchange(service, app, code)).body.error).toBe('invalid_grant');
    expect(await introspect(service, body.access_token)).toEqual({ active: false });
    expect(await introspect(service, other.access_token)).toMatchObject({ active: true });
  });

  it('does not use up the code if the account cannot be read', async () => {
    const { app, account } = await anAppAndAccount(service);
    const code = await authorize(service, app, account);
    const accounts = service.connection.collection<{ _id: number }>('accounts');
    const stored = await accounts.findOneAndDelete({ _id: account.accountId });
    expect((await exchange(service, app, code)).status).not.toBe(200);
    await accounts.insertOne(stored!);
    expect((await exchange(service, app, code)).status).toBe(200);
  });

  it('leaves no valid tokens if a code is sent several times concurrently', async () => {
    const { app, account } = await anAppAndAccount(service);
    const code = await authorize(service, app, account);
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(service, app, code)));
    const issued = answers.filter(({ status }) => status === 200);
    expect(issued.length).toBeLessThanOrEqual(1);
    for (const { body } of issued) expect(await introspect(service, body.access_token)).toEqual({ active: false });
  });

  it('accepts a code until ten minutes after it was issued', async () => {
    const { app, account } = await anAppAndAccount(service);
    const code = await authorize(service, app, account);
    await age(service, account.accountId, 9 * 60_000);
    const second = await authorize(service, app, account);
    await age(service, account.accountId, 2 * 60_000);
    expect((await exchange(service, app, code)).body.error).toBe('invalid_grant');
    expect((await exchange(service, app, second)).status).toBe(200);
  });

  it('is refused if another app sends the code, which stays valid for its own app', async () => {
    const { app, account } = await anAppAndAccount(service);
    const thief = await createAnApp(service);
    const code = await authorize(service, app, account);
    expect((await exchange(service, thief, code)).body.error).toBe('invalid_grant');
    expect((await exchange(service, app, code)).status).toBe(200);
  });

  it('is refused if the redirect URI differs from that of the authorization request', async () => {
    const other = 'https://app.example.com/other';
    const { app, account } = await anAppAndAccount(service, { redirect_uris: [CALLBACK, other] });
    const code = await authorize(service, app, account);
    expect((await exchange(service, app, code, { redirect_uri: other })).body.error).toBe('invalid_grant');
    expect((await exchange(service, app, code, { redirect_uri: `${CALLBACK}/` })).body.error).toBe('invalid_grant');
  });

  it('may omit the redirect URI if the app has a secret and only one redirect URI', async () => {
    const { app, account } = await anAppAndAccount(service);
    const form = { grant_type: 'authorization_code', code: await authorize(service, app, account) };
    expect((await requestToken(service, app, form)).status).toBe(200);
  });

  it('must contain the redirect URI if the app has several redirect URIs or no secret', async () => {
    const several = await anAppAndAccount(service, { redirect_uris: [CALLBACK, 'https://app.example.com/other'] });
    const form = { grant_type: 'authorization_code', code: await authorize(service, several.app, several.account) };
    expect((await requestToken(service, several.app, form)).body.error).toBe('invalid_grant');

    const { app, account } = await anAppAndAccount(service, { is_public: true });
    const { verifier, challenge } = newVerifier();
    const code = await authorize(service, app, account, challenge);
    const ofPublic = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: app.clientId };
    expect((await requestToken(service, app, ofPublic)).body.error).toBe('invalid_grant');
  });

  it('requires the verifier of the challenge, but no secret, if the app is public', async () => {
    const { app, account } = await anAppAndAccount(service, { is_public: true });
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

  it('requires the secret if the app has one, and the verifier if the code has a challenge', async () => {
    const { app, account } = await anAppAndAccount(service);
    const { verifier, challenge } = newVerifier();
    const code = await authorize(service, app, account, challenge);
    expect((await exchange(service, app, code)).body.error).toBe('invalid_grant');
    const withoutSecret = { client_id: app.clientId, code_verifier: verifier };
    expect((await exchange(service, app, code, withoutSecret)).body.error).toBe('invalid_client');
    expect((await exchange(service, app, code, { code_verifier: verifier })).status).toBe(200);
  });

  it('is refused if it has a verifier but the code has no challenge, because an attacker may have removed the challenge', async () => {
    const { app, account } = await anAppAndAccount(service);
    const code = await authorize(service, app, account);
    const { verifier } = newVerifier();
    expect((await exchange(service, app, code, { code_verifier: verifier })).body.error).toBe('invalid_grant');
  });

  it('is refused if it asks for a token of another API', async () => {
    const { app, account } = await anAppAndAccount(service);
    const code = await authorize(service, app, account);
    const resource = 'https://other.example.com';
    expect((await exchange(service, app, code, { resource })).body.error).toBe('invalid_target');
    expect((await exchange(service, app, code, { resource: 'http://127.0.0.1:8080' })).status).toBe(200);
  });

  it('ignores an Idempotency-Key: a repeated request counts as a second use of the code', async () => {
    const { app, account } = await anAppAndAccount(service);
    const form = { grant_type: 'authorization_code', code: await authorize(service, app, account) };
    const headers = { ...clientHeaders(app), 'idempotency-key': 'exchange-1' };
    expect((await requestToken(service, app, form, headers)).status).toBe(200);
    expect((await requestToken(service, app, form, headers)).status).toBe(400);
  });

  it('revokes the oldest tokens of an app in an account when the app gets tokens for the fifty-first time', async () => {
    const { app, account } = await anAppAndAccount(service);
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

it('no secret, code or token of an app is stored in plain text or published', async () => {
  const { app, account } = await anAppAndAccount(service, { uses_refresh_tokens: true });
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
