import { MAX_APPS } from '@keyhaven/contracts/identity/oauth-apps';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { type IdentityUnderTest, createAnAccount, startIdentityUnderTest } from '../testing/identity-under-test';
import { CALLBACK, createAnApp, createConsentingAccount } from '../testing/oauth-app';

describe('OAuth apps', () => {
  let service: IdentityUnderTest;
  beforeAll(async () => void (service = await startIdentityUnderTest()));
  afterAll(() => service.stop());

  const pathOf = (ownerId: number, clientId: string) => `/internal/accounts/${ownerId}/apps/${clientId}`;

  it('have by default a secret, no refresh tokens, and a subscription to the announcements', async () => {
    const { record, secret, clientId } = await createAnApp(service);
    expect(secret).toMatch(/^s_[\w-]{43}$/);
    expect(clientId).toMatch(/^c_[\w-]{22}$/);
    expect(record).toMatchObject({
      name: 'Guest Guide',
      redirect_uris: [CALLBACK],
      is_public: false,
      uses_refresh_tokens: false,
      is_subscribed_to_announcements: true,
      secrets: [{ ending: secret.slice(-4), last_used_utc: null }],
    });
  });

  it('are not subscribed to the announcements if is_subscribed_to_announcements is false, but can be subscribed later', async () => {
    const app = await createAnApp(service, { is_subscribed_to_announcements: false });
    expect(app.record.is_subscribed_to_announcements).toBe(false);
    const change = { person_id: app.ownerPersonId, is_subscribed_to_announcements: true };
    const { body } = await service.asOperator().post(`${pathOf(app.ownerId, app.clientId)}/change`, change);
    expect(body).toEqual({ ...app.record, is_subscribed_to_announcements: true, updated_utc: body.updated_utc });
  });

  it('have no secret if they are public', async () => {
    const app = await createAnApp(service, { is_public: true });
    expect([app.secret, app.record.secrets]).toEqual(['', []]);
    const path = `${pathOf(app.ownerId, app.clientId)}/secrets`;
    expect((await service.asOperator().post(path, { person_id: app.ownerPersonId })).status).toBe(409);
  });

  it('have at least one secret and at most two unless they are public', async () => {
    const app = await createAnApp(service);
    const path = `${pathOf(app.ownerId, app.clientId)}/secrets`;
    const person = { person_id: app.ownerPersonId };
    const first = app.record.secrets[0]!.id;
    expect((await service.asOperator().post(`${path}/${first}/remove`, person)).status).toBe(409);
    const added = await service.asOperator().post(path, person);
    expect(added.body.client_secret).toMatch(/^s_/);
    expect(added.body.app.secrets).toHaveLength(2);
    expect((await service.asOperator().post(path, person)).status).toBe(409);
    const left = await service.asOperator().post(`${path}/${first}/remove`, person);
    expect(left.body.secrets).toEqual([added.body.app.secrets[1]]);
    expect((await service.asOperator().post(`${path}/${first}/remove`, person)).status).toBe(404);
  });

  it('are listed, read, changed and deleted only in the account that created them', async () => {
    const app = await createAnApp(service);
    const other = await createConsentingAccount(service);
    const list = async (userId: number, person_id: number) =>
      (await service.asOperator().post(`/internal/accounts/${userId}/apps/list`, { person_id })).body.items;
    expect(await list(app.ownerId, app.ownerPersonId)).toEqual([app.record]);
    expect(await list(other.accountId, other.personId)).toEqual([]);
    const foreign = pathOf(other.accountId, app.clientId);
    for (const action of ['read', 'change', 'secrets', 'delete']) {
      const { status } = await service.asOperator().post(`${foreign}/${action}`, { person_id: other.personId });
      expect([action, status]).toEqual([action, 404]);
    }
    const own = pathOf(app.ownerId, app.clientId);
    const person = { person_id: app.ownerPersonId };
    expect((await service.asOperator().post(`${own}/read`, person)).body).toEqual(app.record);
    expect((await service.asOperator().post(`${own}/delete`, person)).status).toBe(200);
    expect((await service.asOperator().post(`${own}/read`, person)).status).toBe(404);
    expect(await list(app.ownerId, app.ownerPersonId)).toEqual([]);
  });

  it('cannot be found by people of another account, who get a 404', async () => {
    const app = await createAnApp(service);
    const { personId } = await createConsentingAccount(service);
    const path = `${pathOf(app.ownerId, app.clientId)}/read`;
    expect((await service.asOperator().post(path, { person_id: personId })).status).toBe(404);
  });

  it.each([
    'http://app.example.com/callback',
    'https://app.example.com/callback#part',
    'https://user@app.example.com/callback',
    'https://app.example.com/a b',
    'https://app.example.com\\@other.example.com',
    'http://127.0.0.1.example.com/callback',
    'http://localhost.example.com/callback',
    'com.example.app:/callback',
    'javascript:alert(1)',
    '/callback',
    '',
  ])('are refused if the redirect URI is %j', async (address) => {
    const { accountId, personId } = await createConsentingAccount(service);
    const body = { person_id: personId, name: 'App', redirect_uris: [address] };
    const answer = await service.asOperator().post(`/internal/accounts/${accountId}/apps`, body);
    expect([answer.status, answer.body.messages?.[0]]).toEqual([400, expect.stringMatching(/^redirect_uris.0: /)]);
  });

  it.each(['http://127.0.0.1:8123/callback', 'http://[::1]/callback', 'http://localhost/callback?a=1'])(
    "may have the redirect URI %s, which is on the person's own machine",
    async (address) => {
      expect((await createAnApp(service, { redirect_uris: [address] })).record.redirect_uris).toEqual([address]);
    },
  );

  it('are limited to 100 per account', async () => {
    const { ownerId, ownerPersonId, record } = await createAnApp(service);
    const stored = await service.connection.collection('apps').findOne({ user_id: ownerId });
    const more = Array.from({ length: MAX_APPS - 1 }, (_, at) => ({
      ...stored,
      _id: (record.id * 1000 + at) as never,
      client_id: `c_filler-${ownerId}-${at}`,
    }));
    await service.connection.collection('apps').insertMany(more);
    const body = { person_id: ownerPersonId, name: 'One more', redirect_uris: [CALLBACK] };
    const answer = await service.asOperator().post(`/internal/accounts/${ownerId}/apps`, body);
    expect([answer.status, answer.body.messages]).toEqual([409, [expect.stringContaining('100 apps')]]);
  });

  describe('imported by the operator', () => {
    const input = { name: 'Old App', redirect_uris: [CALLBACK] };
    const importApp = (accountId: number, body: object) =>
      service.asOperator().post(`/operator/accounts/${accountId}/apps`, body);

    it('are not subscribed to the announcements', async () => {
      const { body } = await importApp(await createAnAccount(service), input);
      expect(body.app.is_subscribed_to_announcements).toBe(false);
      expect(body.client_secret).toMatch(/^s_/);
    });

    it('keep their client id and secrets', async () => {
      const client_id = `c_old-${anAccountId()}`;
      const secrets = ['s_abcdefghijklmnopqrstuvwxyz', 's_0123456789012345678901234'];
      const { body } = await importApp(await createAnAccount(service), {
        ...input,
        client_id,
        client_secrets: secrets,
      });
      expect(body.client_secret).toBeNull();
      expect(body.app).toMatchObject({ client_id, secrets: [{ ending: 'wxyz' }, { ending: '1234' }] });
    });

    it('are refused if another app of any account has the same client id', async () => {
      const client_id = `c_taken-${anAccountId()}`;
      await importApp(await createAnAccount(service), { ...input, client_id });
      const { status, body } = await importApp(await createAnAccount(service), { ...input, client_id });
      expect([status, body.messages]).toEqual([409, [expect.stringContaining(client_id)]]);
    });
  });
});
