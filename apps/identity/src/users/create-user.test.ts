import { anAccountId, type ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { anEmailAddress, createAnAccount, startIdentityUnderTest } from '../testing/identity-under-test';

describe('users', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => void (service = await startIdentityUnderTest()));
  afterAll(() => service.stop());

  const create = (accountId: number, body: object, headers?: Record<string, string>) =>
    service.asOperator().post(`/operator/accounts/${accountId}/users`, body, { headers });

  it('are added to an account, with their e-mail address in lower case', async () => {
    const accountId = await createAnAccount(service);
    const email = anEmailAddress();
    const { status, body } = await create(accountId, { email_address: email.toUpperCase(), first_name: 'Ida' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email_address: email, first_name: 'Ida', last_name: '' });
  });

  it('cannot be added to an account that does not exist', async () => {
    expect((await create(anAccountId(), { email_address: anEmailAddress() })).status).toBe(404);
  });

  it('are refused if any account already has a user with the e-mail address; the error contains the address', async () => {
    const email = anEmailAddress();
    const [first, second] = [await createAnAccount(service), await createAnAccount(service)];
    await create(first, { email_address: email });
    for (const accountId of [first, second]) {
      const { status, body } = await create(accountId, { email_address: email.toUpperCase() });
      expect(status).toBe(409);
      expect(body.messages).toEqual([expect.stringContaining(email)]);
    }
  });

  it('cannot share an e-mail address, even if parallel requests create the users', async () => {
    const email = anEmailAddress();
    const accounts = await Promise.all(Array.from({ length: 6 }, () => createAnAccount(service)));
    const answers = await Promise.all(accounts.map((accountId) => create(accountId, { email_address: email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('are added once if several requests have the same Idempotency-Key', async () => {
    const accountId = await createAnAccount(service);
    const user = { email_address: anEmailAddress() };
    const headers = { 'idempotency-key': 'first-user' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(accountId, user, headers)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });
});
