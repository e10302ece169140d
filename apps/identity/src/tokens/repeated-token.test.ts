import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { until } from '@keyhaven/testing/until';
import { createAnAccount, createAUser, startIdentityUnderTest } from '../testing/identity-under-test';

describe('a token that was created with an Idempotency-Key', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await startIdentityUnderTest();
  });
  afterAll(() => service.stop());

  async function aCreation(fields: object = {}) {
    const accountId = await createAnAccount(service);
    const user = await createAUser(service, accountId);
    const path = `/operator/accounts/${accountId}/users/${user.id}/tokens`;
    const body = { kind: 'access', ...fields };
    const send = (key = 'token-1') => service.asOperator().post(path, body, { headers: { 'idempotency-key': key } });
    return { accountId, send };
  }
  const isActive = async (token: string) =>
    (await service.asOperator().post('/internal/introspect', { token })).body.active as boolean;

  it('is returned with its secret when the request is repeated', async () => {
    const { accountId, send } = await aCreation();
    const answers = await Promise.all([send(), send(), send()]);
    const repeated = await send();
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, repeated.body]));
    expect(await isActive(repeated.body.token)).toBe(true);
    expect(await service.connection.collection('tokens').countDocuments({ user_id: accountId })).toBe(1);
    expect((await send('token-2')).body.token).not.toBe(repeated.body.token);
  });

  it('is returned with its secret when the request is repeated, even after the token has expired', async () => {
    const expires = new Date(Date.now() + 2500);
    const { send } = await aCreation({ expires_utc: expires.toISOString() });
    const first = await send();
    expect(first.status).toBe(200);
    await until(() => new Date() > expires);
    expect((await send()).body).toEqual(first.body);
  });

  it('is not returned again if the first response is no longer stored; another token is created instead', async () => {
    const { accountId, send } = await aCreation();
    const first = await send();
    const note = { user_id: accountId, idempotency: { $exists: true } };
    await service.connection.collection('tokens').updateOne(note, { $unset: { idempotency: '' } });
    const again = await send();
    expect(again.status).toBe(200);
    expect(again.body.id).not.toBe(first.body.id);
    expect(again.body.token).not.toBe(first.body.token);
  });
});
