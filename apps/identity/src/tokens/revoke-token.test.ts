import { until } from '@keyhaven/testing/until';
import {
  createAnAccount,
  createAToken,
  createAUser,
  type IdentityUnderTest,
  startIdentityUnderTest,
} from '../testing/identity-under-test';

describe('the end of a token', () => {
  let service: IdentityUnderTest;
  beforeAll(async () => void (service = await startIdentityUnderTest()));
  afterAll(() => service.stop());

  async function aToken() {
    const accountId = await createAnAccount(service);
    const user = await createAUser(service, accountId);
    const { id } = await createAToken(service, accountId, user.id, { kind: 'access' });
    const revoke = () => service.asOperator().delete(`/operator/accounts/${accountId}/tokens/${id}`);
    const told = () => service.webhook.revocations.filter(({ user_id }) => user_id === accountId);
    return { accountId, id, revoke, told };
  }

  it('is told to the webhook service before it is answered, once', async () => {
    const { accountId, id, revoke, told } = await aToken();
    expect((await revoke()).status).toBe(204);
    expect(told()).toEqual([
      { user_id: accountId, app_key: String(id), revocation_id: expect.stringMatching(/^[\da-f-]{36}$/) },
    ]);
    expect((await revoke()).status).toBe(204);
    expect(told()).toHaveLength(1);
  });

  it('is told later when the webhook service is away', async () => {
    const { revoke, told } = await aToken();
    service.webhook.isAway = true;
    expect((await revoke()).status).toBe(204);
    expect(told()).toEqual([]);
    service.webhook.isAway = false;
    await until(() => told().length > 0);
  });

  it('is not told when nothing ended', async () => {
    const { id, told } = await aToken();
    const other = await createAnAccount(service);
    expect((await service.asOperator().delete(`/operator/accounts/${other}/tokens/${id}`)).status).toBe(404);
    expect(told()).toEqual([]);
  });
});
