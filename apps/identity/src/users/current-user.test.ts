import { anAccountId, type ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { countStoreCommands } from '@keyhaven/testing/count-store-commands';
import { until } from '@keyhaven/testing/until';
import { createAnAccount, createAToken, createAUser, startIdentityUnderTest } from '../testing/identity-under-test';

describe('the current user', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => void (service = await startIdentityUnderTest()));
  afterAll(() => service.stop());

  it('is the user to whom the credentials belong, with the id of the account', async () => {
    const accountId = await createAnAccount(service);
    await createAUser(service, accountId);
    const user = await createAUser(service, accountId);
    const token = await createAToken(service, accountId, user.id, { kind: 'access' });
    const { status, body } = await service.asAccount(accountId, { credentialId: String(token.id) }).get('/v2/users/me');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: accountId,
      email_address: user.email_address,
      company_name: 'Lakeside Lettings',
      first_name: 'Ida',
      last_name: 'Rossi',
      time_zone: 'Europe/Rome',
      currency_code: 'EUR',
    });
  });

  it('is not returned without credentials, for revoked credentials or for credentials of another account', async () => {
    const accountId = await createAnAccount(service);
    const user = await createAUser(service, accountId);
    const token = await createAToken(service, accountId, user.id, { kind: 'access' });
    const read = (account: number, credentialId: string) =>
      service.asAccount(account, { credentialId }).get('/v2/users/me');
    expect((await read(await createAnAccount(service), String(token.id))).status).toBe(401);
    expect((await read(accountId, 'something else')).status).toBe(401);
    await service.asOperator().delete(`/operator/accounts/${accountId}/tokens/${token.id}`);
    expect((await read(accountId, String(token.id))).status).toBe(401);
  });

  const unpublished = async (accountId: number) => {
    const waiting = ['accounts', 'users', 'tokens'].map((collection) =>
      service.connection.collection(collection).countDocuments({ user_id: accountId, outbox: { $exists: true } }),
    );
    return (await Promise.all(waiting)).reduce((sum, count) => sum + count);
  };
  /** Counts the commands that the service sends to its database for an account's requests. */
  const commandsFor = async (accountId: number, requests: () => Promise<unknown>): Promise<number> => {
    await until(async () => (await unpublished(accountId)) === 0);
    const isOfAccount = new RegExp(`"user_id":${accountId}\\b`);
    const counting = countStoreCommands((command) => isOfAccount.test(JSON.stringify(command)));
    try {
      await requests();
    } finally {
      counting.end();
    }
    return counting.end();
  };

  it('needs three database reads, and fewer per request if parallel requests have the same credentials', async () => {
    const accountId = await createAnAccount(service);
    const user = await createAUser(service, accountId);
    const token = await createAToken(service, accountId, user.id, { kind: 'access' });
    const client = service.asAccount(accountId, { credentialId: String(token.id) });
    expect(await commandsFor(accountId, () => client.get('/v2/users/me'))).toBe(3);
    const parallel = () => Promise.all(Array.from({ length: 40 }, () => client.get('/v2/users/me')));
    // Sequential requests would take 120 commands.
    expect(await commandsFor(accountId, parallel)).toBeLessThan(100);
    // A refused request causes no commands. So it is the handler that causes the three reads above,
    // and not the authentication or another earlier step.
    expect(await commandsFor(accountId, () => client.patch('/v2/users/me', {}))).toBe(0);
  });

  it('contains a change of the account in the first response after the change, even if other requests are in progress', async () => {
    const accountId = await createAnAccount(service);
    const user = await createAUser(service, accountId);
    const token = await createAToken(service, accountId, user.id, { kind: 'access' });
    const client = service.asAccount(accountId, { credentialId: String(token.id) });
    let isDone = false;
    const others = Array.from({ length: 8 }, async () => {
      while (!isDone) await client.get('/v2/users/me');
    });
    for (let round = 0; round < 10; round++) {
      const company_name = `Company ${round}`;
      await service.asOperator().patch(`/operator/accounts/${accountId}`, { company_name });
      expect((await client.get('/v2/users/me')).body).toMatchObject({ company_name });
    }
    isDone = true;
    await Promise.all(others);
  });

  it('cannot be changed, and the 410 error refers to GET /v2/users/me', async () => {
    const { status, body } = await service.asAccount(anAccountId()).patch('/v2/users/me', { first_name: 'Eve' });
    expect(status).toBe(410);
    expect(body).toEqual({
      status: 'gone',
      status_code: 410,
      messages: [expect.stringMatching(/August 1, 2025.*GET \/v2\/users\/me/)],
    });
  });
});
