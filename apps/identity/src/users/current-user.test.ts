import { anAccountId, type ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { createAnAccount, createAToken, createAUser, startIdentityUnderTest } from '../testing/identity-under-test';

describe('the current user', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => void (service = await startIdentityUnderTest()));
  afterAll(() => service.stop());

  it('is the user of the credentials, with the id of the account', async () => {
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

  it('is not shown without credentials, or for those of another account or revoked ones', async () => {
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

  it('cannot be changed: the error says since when the operation is removed, and what to use', async () => {
    const { status, body } = await service.asAccount(anAccountId()).patch('/v2/users/me', { first_name: 'Eve' });
    expect(status).toBe(410);
    expect(body).toEqual({
      status: 'gone',
      status_code: 410,
      messages: [expect.stringMatching(/August 1, 2025.*GET \/v2\/users\/me/)],
    });
  });
});
