import { until } from '@keyhaven/testing/until';
import {
  createAnAccount,
  createAToken,
  createAUser,
  type IdentityUnderTest,
  startIdentityUnderTest,
} from '../testing/identity-under-test';

describe('the revocation of a token', () => {
  let service: IdentityUnderTest;
  beforeAll(async () => void (service = await startIdentityUnderTest()));
  afterAll(() => service.stop());

  async function aToken() {
    const accountId = await createAnAccount(service);
    const user = await createAUser(service, accountId);
    const { id, token } = await createAToken(service, accountId, user.id, { kind: 'access' });
    const revoke = () => service.asOperator().delete(`/operator/accounts/${accountId}/tokens/${id}`);
    const notified = () => service.webhook.revocations.filter(({ user_id }) => user_id === accountId);
    const isActive = async () => (await service.asOperator().post('/internal/introspect', { token })).body.active;
    return { accountId, id, revoke, notified, isActive };
  }

  it('notifies the webhook service once, before the response is sent', async () => {
    const { accountId, id, revoke, notified } = await aToken();
    expect((await revoke()).status).toBe(204);
    expect(notified()).toEqual([
      { user_id: accountId, app_key: String(id), revocation_id: expect.stringMatching(/^[\da-f-]{36}$/) },
    ]);
    expect((await revoke()).status).toBe(204);
    expect(new Set(notified().map(({ revocation_id }) => revocation_id)).size).toBe(1);
  });

  it('takes effect and returns 503 if the webhook service is unavailable, and notifies that service later', async () => {
    const { revoke, notified, isActive } = await aToken();
    service.webhook.isAway = true;
    for (const answer of [await revoke(), await revoke()]) {
      expect(answer).toMatchObject({
        status: 503,
        body: { messages: [expect.stringContaining('the token is revoked')] },
      });
      expect(await isActive()).toBe(false);
    }
    expect(notified()).toEqual([]);
    service.webhook.isAway = false;
    await until(() => notified().length > 0);
    expect((await revoke()).status).toBe(204);
    expect(new Set(notified().map(({ revocation_id }) => revocation_id)).size).toBe(1);
  });

  it('sends no more notifications if the token was already revoked', async () => {
    const { revoke, notified } = await aToken();
    await revoke();
    // A repeated revocation may notify again until the outbox has removed the job of the first notification.
    await until(async () => {
      const before = notified().length;
      expect((await revoke()).status).toBe(204);
      return notified().length === before;
    });
  });

  it('is refused with a 404 for another account, and neither revokes the token nor notifies the webhook service', async () => {
    const { id, notified, isActive } = await aToken();
    const other = await createAnAccount(service);
    expect((await service.asOperator().delete(`/operator/accounts/${other}/tokens/${id}`)).status).toBe(404);
    expect(await isActive()).toBe(true);
    expect(notified()).toEqual([]);
  });
});
