import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { until } from '@keyhaven/testing/until';
import { createAnAccount, createAUser, startIdentityUnderTest } from '../testing/identity-under-test';

describe('a token that was created with an Idempotency-Key', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await startIdentityUnderTest();
  });
  afterAll(() => service.stop());

  it("is named in the conflict when the request is repeated after the token's expiry", async () => {
    const accountId = await createAnAccount(service);
    const user = await createAUser(service, accountId);
    const expires = new Date(Date.now() + 2500);
    const body = { kind: 'personal', expires_utc: expires.toISOString() };
    const path = `/operator/accounts/${accountId}/users/${user.id}/tokens`;
    const send = () => service.asOperator().post(path, body, { headers: { 'idempotency-key': 'token-1' } });
    const first = await send();
    expect(first.status).toBe(200);
    await until(() => new Date() > expires);
    const repeated = await send();
    expect([repeated.status, repeated.body.messages[0]]).toEqual([
      409,
      expect.stringContaining(`this request made token ${first.body.id} before`),
    ]);
  });
});
