import type { ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import {
  anEmailAddress,
  createAnAccount,
  createAToken,
  createAUser,
  startIdentityUnderTest,
} from '../testing/identity-under-test';

describe('the introspection of a token', () => {
  let service: ServiceUnderTest;
  let accountId: number;
  let user: { id: number; email_address: string };
  beforeAll(async () => {
    service = await startIdentityUnderTest();
    accountId = await createAnAccount(service);
    user = await createAUser(service, accountId);
  });
  afterAll(() => service.stop());

  const introspect = async (token: string, email_address?: string) =>
    (await service.asOperator().post('/internal/introspect', { token, email_address })).body as unknown;
  const inactive = { active: false };

  it('returns the account, user, credential and scope of a personal token, and ignores the case of the e-mail address', async () => {
    const { id, token } = await createAToken(service, accountId, user.id, { kind: 'personal', scope: 'read' });
    const active = {
      active: true,
      user_id: accountId,
      person_id: user.id,
      credential_id: id,
      scope: 'read',
      expires_utc: null,
      app: null,
    };
    expect(token).toMatch(/^pt_[\w-]{43}$/);
    expect(await introspect(token, user.email_address)).toEqual(active);
    expect(await introspect(token, user.email_address.toUpperCase())).toEqual(active);
  });

  it('accepts an access token without an e-mail address, and returns the scope `full` by default', async () => {
    const { token } = await createAToken(service, accountId, user.id, { kind: 'access' });
    expect(token).toMatch(/^at_[\w-]{43}$/);
    expect(await introspect(token)).toMatchObject({ active: true, user_id: accountId, scope: 'full' });
  });

  it('refuses a personal token if the e-mail address is missing or belongs to another user', async () => {
    const { token } = await createAToken(service, accountId, user.id, { kind: 'personal' });
    const other = await createAUser(service, accountId);
    expect(await introspect(token)).toEqual(inactive);
    expect(await introspect(token, other.email_address)).toEqual(inactive);
    expect(await introspect(token, anEmailAddress())).toEqual(inactive);
  });

  it('refuses an access token that comes with an e-mail address', async () => {
    const { token } = await createAToken(service, accountId, user.id, { kind: 'access' });
    expect(await introspect(token, user.email_address)).toEqual(inactive);
  });

  it('refuses unknown tokens', async () => {
    expect(await introspect('at_nobody-has-this')).toEqual(inactive);
    expect(await introspect('pt_nobody-has-this', user.email_address)).toEqual(inactive);
  });

  it('refuses a token after its expiry', async () => {
    const past = await createAToken(service, accountId, user.id, { kind: 'access', expires_utc: '2190-01-01' });
    expect(await introspect(past.token)).toMatchObject({ active: true });
    const tokens = service.connection.collection<{ _id: number }>('tokens');
    await tokens.updateOne({ _id: past.id }, { $set: { expires_utc: new Date('2020-01-01T00:00:00Z') } });
    expect(await introspect(past.token)).toEqual(inactive);
    const future = await createAToken(service, accountId, user.id, { kind: 'access', expires_utc: '2190-01-01' });
    expect(await introspect(future.token)).toMatchObject({ active: true, expires_utc: '2190-01-01T00:00:00Z' });
  });

  it('never finds a token whose expiry was in the past from the start, because no such token is created (400)', async () => {
    const path = `/operator/accounts/${accountId}/users/${user.id}/tokens`;
    const before = await service.connection.collection('tokens').countDocuments();
    const body = { kind: 'access', expires_utc: '2020-01-01T00:00:00Z' };
    const answer = await service.asOperator().post(path, body);
    expect([answer.status, answer.body.messages]).toEqual([
      400,
      ['expires_utc: 2020-01-01T00:00:00Z is not accepted; expected an instant in the future'],
    ]);
    expect(await service.connection.collection('tokens').countDocuments()).toBe(before);
  });

  it('refuses a revoked token; a second request to revoke the token also succeeds', async () => {
    const { id, token } = await createAToken(service, accountId, user.id, { kind: 'access' });
    expect(await introspect(token)).toMatchObject({ active: true });
    const path = `/operator/accounts/${accountId}/tokens/${id}`;
    expect((await service.asOperator().delete(path)).status).toBe(204);
    expect(await introspect(token)).toEqual(inactive);
    expect((await service.asOperator().delete(path)).status).toBe(204);
  });

  it('still accepts a token after another account has tried to revoke it by id', async () => {
    const { id, token } = await createAToken(service, accountId, user.id, { kind: 'access' });
    const other = await createAnAccount(service);
    expect((await service.asOperator().delete(`/operator/accounts/${other}/tokens/${id}`)).status).toBe(404);
    expect(await introspect(token)).toMatchObject({ active: true });
  });

  it('is available only to services', async () => {
    const body = { token: 'at_any' };
    expect((await service.asNobody().post('/internal/introspect', body)).status).toBe(401);
    expect((await service.asAccount(accountId).post('/internal/introspect', body)).status).toBe(401);
  });
});
