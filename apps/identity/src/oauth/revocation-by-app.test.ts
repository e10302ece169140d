import { until } from '@keyhaven/testing/until';
import {
  createAToken,
  createAUser,
  type IdentityUnderTest,
  startIdentityUnderTest,
} from '../testing/identity-under-test';
import { type AppUnderTest, clientHeaders, createAnApp, introspect, obtainTokens, refresh } from '../testing/oauth-app';
import { age, anAppAndAccount } from '../testing/oauth-grants';

let service: IdentityUnderTest;
beforeAll(async () => void (service = await startIdentityUnderTest()));
afterAll(() => service.stop());

describe('DELETE oauth/access_token/{token}', () => {
  const revoke = (app: AppUnderTest, token: string) =>
    service.asAnyone().delete(`/oauth/access_token/${token}`, { headers: clientHeaders(app) });

  it('revokes the token; a second request gets a 404', async () => {
    const { app, account } = await anAppAndAccount(service);
    const { access_token } = await obtainTokens(service, app, account);
    expect((await revoke(app, access_token)).status).toBe(204);
    expect(await introspect(service, access_token)).toEqual({ active: false });
    expect((await revoke(app, access_token)).status).toBe(404);
  });

  it('revokes the access tokens of a refresh token, and the refresh token of an access token', async () => {
    const { app, account } = await anAppAndAccount(service, { uses_refresh_tokens: true });
    const [one, two] = [await obtainTokens(service, app, account), await obtainTokens(service, app, account)];
    expect((await revoke(app, one.refresh_token)).status).toBe(204);
    expect(await introspect(service, one.access_token)).toEqual({ active: false });
    expect((await revoke(app, two.access_token)).status).toBe(204);
    expect((await refresh(service, app, two.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('revokes all tokens of the same code, even if the sent access token has expired and was replaced', async () => {
    const { app, account } = await anAppAndAccount(service, { uses_refresh_tokens: true });
    const first = await obtainTokens(service, app, account);
    await age(service, account.accountId, 3600_000);
    let last = first;
    for (let at = 0; at < 11; at++) last = (await refresh(service, app, last.refresh_token)).body as typeof first;
    expect((await revoke(app, first.access_token)).status).toBe(204);
    expect(await introspect(service, last.access_token)).toEqual({ active: false });
    expect((await refresh(service, app, last.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('stops the webhooks, without notifying the app, when the last token of the app is revoked', async () => {
    const { app, account } = await anAppAndAccount(service);
    const [one, two] = [await obtainTokens(service, app, account), await obtainTokens(service, app, account)];
    const revocations = () => service.webhook.revocations.filter(({ user_id }) => user_id === account.accountId);
    await revoke(app, one.access_token);
    expect(revocations()).toEqual([]);
    await revoke(app, two.access_token);
    expect(revocations()).toMatchObject([{ app_key: app.clientId, is_notified: false, term: 1 }]);
  });

  it('succeeds while the webhook service is unavailable, and the webhooks stop later', async () => {
    const { app, account } = await anAppAndAccount(service);
    const { access_token } = await obtainTokens(service, app, account);
    service.webhook.isAway = true;
    try {
      expect((await revoke(app, access_token)).status).toBe(204);
      expect(await introspect(service, access_token)).toEqual({ active: false });
    } finally {
      service.webhook.isAway = false;
    }
    await until(() => service.webhook.revocations.some(({ user_id }) => user_id === account.accountId));
  });

  it('requires the credentials of the app, and does not revoke tokens of another app', async () => {
    const { app, account } = await anAppAndAccount(service);
    const { access_token } = await obtainTokens(service, app, account);
    expect((await revoke(await createAnApp(service), access_token)).status).toBe(404);
    expect((await revoke({ ...app, secret: 's_wrong' }, access_token)).status).toBe(401);
    const anonymous = await service.asAnyone().delete(`/oauth/access_token/${access_token}`);
    expect([anonymous.status, anonymous.body.error]).toEqual([401, 'invalid_client']);
    expect(await introspect(service, access_token)).toMatchObject({ active: true });
  });

  it('does not revoke personal tokens or access tokens that an operator created', async () => {
    const { app, account } = await anAppAndAccount(service);
    const person = await createAUser(service, account.accountId);
    const { token } = await createAToken(service, account.accountId, person.id, { kind: 'access' });
    expect((await revoke(app, token)).status).toBe(404);
    expect(await introspect(service, token)).toMatchObject({ active: true, app: null });
  });
});
