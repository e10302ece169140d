import { until } from '@keyhaven/testing/until';
import {
  anEmailAddress,
  createAnAccount,
  type IdentityUnderTest,
  startIdentityUnderTest,
} from '../testing/identity-under-test';
import {
  authorize,
  createAnApp,
  createConsentingAccount,
  type ConsentingAccount,
  decide,
  exchange,
  introspect,
  obtainTokens,
  requestOf,
} from '../testing/oauth-app';
import { aPerson } from '../testing/sign-in';

describe('authorizations', () => {
  let service: IdentityUnderTest;
  beforeAll(async () => void (service = await startIdentityUnderTest()));
  afterAll(() => service.stop());

  const list = async ({ accountId, personId }: ConsentingAccount) => {
    const path = `/internal/accounts/${accountId}/authorizations/list`;
    return (await service.asOperator().post(path, { person_id: personId })).body.items as {
      id: number;
      last_used_utc: string | null;
    }[];
  };
  const revoke = ({ accountId, personId }: ConsentingAccount, id: number) =>
    service.asOperator().post(`/internal/accounts/${accountId}/authorizations/${id}/revoke`, { person_id: personId });
  const revocationsOf = (accountId: number) =>
    service.webhook.revocations.filter(({ user_id }) => user_id === accountId);
  const beginningsOf = (accountId: number) => service.webhook.beginnings.filter(({ user_id }) => user_id === accountId);

  async function anAuthorizedApp() {
    const [app, account] = [await createAnApp(service), await createConsentingAccount(service)];
    const { access_token } = await obtainTokens(service, app, account);
    const { id } = (await list(account))[0]!;
    return { app, account, access_token, id };
  }

  it('are listed with the app, its developer, the scope, the person and the time of the last use', async () => {
    const { app, account, access_token } = await anAuthorizedApp();
    const [unused] = await list(account);
    expect(unused).toMatchObject({
      app: { client_id: app.clientId, name: 'Guest Guide' },
      developer: 'Lakeside Lettings',
      scope: 'full',
      person: { id: account.personId, first_name: 'Ida' },
      last_used_utc: null,
    });
    await introspect(service, access_token);
    const lastUse = async () => (await list(account))[0]!.last_used_utc;
    // The time of the last use is stored some seconds after the request.
    expect(Math.abs(Date.parse(await until(lastUse, 30_000)) - Date.now())).toBeLessThan(60_000);
    expect(await list(await createConsentingAccount(service))).toEqual([]);
  }, 40_000);

  it('are listed once for each app, even if the app was authorized several times', async () => {
    const { app, account } = await anAuthorizedApp();
    await obtainTokens(service, app, account);
    expect(await list(account)).toHaveLength(1);
  });

  it('stay in the list after their tokens have expired, so that a person can stop the webhooks of the app', async () => {
    const app = await createAnApp(service, { uses_refresh_tokens: true });
    const account = await createConsentingAccount(service);
    await obtainTokens(service, app, account);
    const past = new Date('2020-01-01T00:00:00Z');
    const expired = {
      'grants.0.refresh_token.expires_utc': past,
      'grants.0.access_tokens.0.expires_utc': past,
      'grants.0.code.expires_utc': past,
    };
    await service.connection.collection('authorizations').updateOne({ user_id: account.accountId }, { $set: expired });
    const [listed] = (await list(account)) as { id: number }[];
    expect(listed).toMatchObject({ app: { client_id: app.clientId }, scope: 'full' });
    expect((await revoke(account, listed!.id)).status).toBe(200);
    expect(revocationsOf(account.accountId)).toHaveLength(1);
    expect(await list(account)).toEqual([]);
  });

  it('are not listed if their code has expired without being exchanged', async () => {
    const [app, account] = [await createAnApp(service), await createConsentingAccount(service)];
    await authorize(service, app, account);
    expect(await list(account)).toHaveLength(1);
    const expired = { 'grants.0.code.expires_utc': new Date('2020-01-01T00:00:00Z') };
    await service.connection.collection('authorizations').updateOne({ user_id: account.accountId }, { $set: expired });
    expect(await list(account)).toEqual([]);
  });

  it('contain the current owner of the app after the account has authorized the app again', async () => {
    const { app, account } = await anAuthorizedApp();
    const authorizations = service.connection.collection('authorizations');
    await authorizations.updateOne({ user_id: account.accountId }, { $set: { app_owner_id: 1 } });
    await authorize(service, app, account);
    expect(await authorizations.findOne({ user_id: account.accountId })).toMatchObject({ app_owner_id: app.ownerId });
  });

  it('are revoked by a person together with all their tokens and unused codes', async () => {
    const { app, account, access_token, id } = await anAuthorizedApp();
    const another = await obtainTokens(service, app, account);
    const unusedCode = await authorize(service, app, account);
    expect((await revoke(account, id)).status).toBe(200);
    for (const token of [access_token, another.access_token]) {
      expect(await introspect(service, token)).toEqual({ active: false });
    }
    expect((await exchange(service, app, unusedCode)).body.error).toBe('invalid_grant');
    expect(await list(account)).toEqual([]);
    expect(revocationsOf(account.accountId)).toEqual([
      {
        user_id: account.accountId,
        app_key: app.clientId,
        revocation_id: expect.stringMatching(/^[\da-f-]{36}$/),
        term: 1,
        is_notified: true,
      },
    ]);
    expect((await revoke(account, id)).status).toBe(200);
    expect(revocationsOf(account.accountId)).toHaveLength(1);
  });

  it('cannot be revoked by another account, which gets a 404', async () => {
    const { id } = await anAuthorizedApp();
    expect((await revoke(await createConsentingAccount(service), id)).status).toBe(404);
  });

  it('are revoked even while the webhook service is unavailable; that service is notified later', async () => {
    const { account, app, access_token, id } = await anAuthorizedApp();
    service.webhook.isAway = true;
    try {
      for (const { status, body } of [await revoke(account, id), await revoke(account, id)]) {
        expect([status, body.messages]).toEqual([503, [expect.stringContaining('the tokens have ended')]]);
      }
      expect(await introspect(service, access_token)).toEqual({ active: false });
      // The app must not be authorized again before its old webhooks have stopped.
      expect((await decide(service, 'approve', account, requestOf(app))).status).toBe(503);
    } finally {
      service.webhook.isAway = false;
    }
    await until(() => revocationsOf(account.accountId).length > 0);
    expect((await revoke(account, id)).status).toBe(200);
    expect(new Set(revocationsOf(account.accountId).map(({ revocation_id }) => revocation_id)).size).toBe(1);
  });

  it('can be granted again after a revocation; the webhook service learns of the new authorization before the person does', async () => {
    const { app, account, id } = await anAuthorizedApp();
    await revoke(account, id);
    const code = await authorize(service, app, account);
    expect(beginningsOf(account.accountId)).toEqual([{ user_id: account.accountId, app_key: app.clientId, term: 2 }]);
    const { access_token } = (await exchange(service, app, code)).body;
    expect(await introspect(service, access_token)).toMatchObject({ active: true });
    await revoke(account, id);
    // The webhook service may be notified more than once of the same revocation.
    expect([...new Set(revocationsOf(account.accountId).map(({ term }) => term))]).toEqual([1, 2]);
  });

  it('are revoked in all accounts when the app is deleted; the app is not notified', async () => {
    const app = await createAnApp(service);
    const accounts = [await createConsentingAccount(service), await createConsentingAccount(service)];
    const tokens = await Promise.all(accounts.map((account) => obtainTokens(service, app, account)));
    const path = `/internal/accounts/${app.ownerId}/apps/${app.clientId}/delete`;
    expect((await service.asOperator().post(path, { person_id: app.ownerPersonId })).status).toBe(200);
    for (const { access_token } of tokens) expect(await introspect(service, access_token)).toEqual({ active: false });
    for (const account of accounts) {
      expect(await list(account)).toEqual([]);
      const [revocation] = await until(() => {
        const found = revocationsOf(account.accountId);
        return found.length > 0 ? found : undefined;
      });
      expect(revocation).toMatchObject({ app_key: app.clientId, is_notified: false });
    }
  });

  it('are revoked when the person who granted them is removed; authorizations by other people remain', async () => {
    const { app, account, access_token } = await anAuthorizedApp();
    const other = await aPerson(service, { userId: account.accountId });
    const ofOther = await obtainTokens(service, app, { accountId: account.accountId, personId: other.id });
    const remove = (id: number, by: number) =>
      service.asOperator().post(`/internal/people/${id}/remove`, { user_id: account.accountId, person_id: by });
    expect((await remove(account.personId, other.id)).status).toBe(200);
    expect(await introspect(service, access_token)).toEqual({ active: false });
    expect(await introspect(service, ofOther.access_token)).toMatchObject({ active: true });
    expect(revocationsOf(account.accountId)).toEqual([]);

    const last = await aPerson(service, { userId: account.accountId });
    expect((await remove(other.id, last.id)).status).toBe(200);
    expect(await introspect(service, ofOther.access_token)).toEqual({ active: false });
    expect(revocationsOf(account.accountId)).toMatchObject([{ app_key: app.clientId, is_notified: true }]);
  });

  it('can be granted and revoked by owners; members can only read them', async () => {
    const { app, account, id } = await anAuthorizedApp();
    const invitation = { user_id: account.accountId, person_id: account.personId, role: 'member' };
    const body = { ...invitation, email_address: anEmailAddress(), first_name: 'Mia' };
    const { person } = (await service.asOperator().post('/internal/people/invite', body)).body;
    const member = { accountId: account.accountId, personId: person.id as number };
    expect(await list(member)).toHaveLength(1);
    expect((await revoke(member, id)).status).toBe(403);
    expect((await decide(service, 'approve', member, requestOf(app))).status).toBe(403);
  });

  it('allow the app to read the current user with its token', async () => {
    const { app, account, access_token } = await anAuthorizedApp();
    const { credential_id } = await introspect(service, access_token);
    const client = service.asAccount(account.accountId, {
      credentialId: String(credential_id),
      app: { key: app.clientId, ownerId: app.ownerId },
    });
    expect((await client.get('/v2/users/me')).body).toMatchObject({ id: account.accountId, first_name: 'Ida' });
    expect((await client.get('/v1/users/me')).body).toMatchObject({ id: account.accountId });
    const other = service.asAccount(await createAnAccount(service), { credentialId: String(credential_id) });
    expect((await other.get('/v2/users/me')).status).toBe(401);
  });
});
