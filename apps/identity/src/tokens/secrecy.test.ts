import { testDatabaseUri } from '@keyhaven/testing/test-database';
import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { until } from '@keyhaven/testing/until';
import mongoose from 'mongoose';
import { createAnAccount, createAUser, startIdentityUnderTest } from '../testing/identity-under-test';
import { hashToken } from '../store/hash-token';

describe('a token', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => void (service = await startIdentityUnderTest()));
  afterAll(() => service.stop());

  it.each([
    ['without an Idempotency-Key', {}],
    ['with an Idempotency-Key', { 'idempotency-key': 'b1946ac9-2492-4f1b-9c3e-6a6f8a0f0d11' }],
  ])('is neither stored in plain text nor published when it is created %s', async (_name, headers) => {
    const accountId = await createAnAccount(service);
    const user = await createAUser(service, accountId);
    const path = `/operator/accounts/${accountId}/users/${user.id}/tokens`;
    const { token } = (await service.asOperator().post(path, { kind: 'access' }, { headers })).body as {
      token: string;
    };
    // If the creation of the token had caused an event, that event would arrive before the event of
    // this user.
    const later = await createAUser(service, accountId);
    await until(() =>
      service.events.some(({ entity_id, entity_type }) => entity_type === 'user' && entity_id === later.id),
    );

    const connection = await mongoose.createConnection(testDatabaseUri()).asPromise();
    const database = connection.useDb(`${service.databasePrefix}identity`);
    const everything = [];
    for (const { name } of await database.listCollections()) {
      everything.push(...(await database.collection(name).find().toArray()));
    }
    await connection.close();
    const stored = JSON.stringify(everything);
    expect(stored).toContain(hashToken(token));
    expect(stored).not.toContain(token);
    // The Idempotency-Key must not be stored, because the stored response can be decrypted with it.
    for (const key of Object.values(headers)) expect(stored).not.toContain(key);

    const notified = JSON.stringify(service.events);
    expect(notified).not.toContain(token);
    expect(notified).not.toContain(hashToken(token));
    expect(new Set(service.events.map(({ entity_type }) => entity_type))).toEqual(new Set(['account', 'user']));
  });
});
