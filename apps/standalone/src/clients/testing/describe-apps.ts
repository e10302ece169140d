import { me } from '../../testing/client-rows';
import type { PlatformForClients } from '../../testing/platform-for-clients';
import { type AppProgram, authorize, createApp, redirectUri, requestToken } from './app-program';

/** Tests the programs of OAuth apps, which people authorize in a browser. */
export function describeApps(platform: () => PlatformForClients): void {
  describe('the program of an OAuth app', () => {
    let app: AppProgram;
    beforeAll(async () => void (app = await createApp(platform(), 'Clean & Ready', { uses_refresh_tokens: true })));

    const exchange = async (parameters: Record<string, string>) => {
      const back = await authorize(platform(), app, parameters);
      const code = back.searchParams.get('code')!;
      const client = { client_id: app.id, client_secret: app.secret };
      return { back, ...(await requestToken(platform(), { grant_type: 'authorization_code', code, ...client })) };
    };
    const of = (token: string, method: string, target: string, body?: object) =>
      platform().call(target, { method, headers: { authorization: `bearer ${token}` }, body });

    it('is redirected to the sign-in page, with a link back to the consent page, if the person is not signed in', async () => {
      const target = `/oauth/authorize?response_type=code&client_id=${app.id}&state=1`;
      const answer = await fetch(platform().url + target, { redirect: 'manual' });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`/portal/sign-in?next=${encodeURIComponent(target)}`);
    });

    it('gets its state back, exchanges a code without a redirect URI, and refreshes and revokes tokens', async () => {
      const { back, status, body } = await exchange({ scope: 'full', state: 'a&b=c d' });
      expect(`${back.origin}${back.pathname}`).toBe(redirectUri);
      expect([back.searchParams.get('code'), back.searchParams.get('state')]).toEqual([
        expect.stringMatching(/^tc_/),
        'a&b=c d',
      ]);
      const { userId, call } = platform();
      const tokens = { access_token: expect.stringMatching(/^at_/), refresh_token: expect.any(String) };
      const whose = { user_id: userId, user_display_name: me.company_name };
      const terms = { token_type: 'Bearer', scope: 'full', expires_in: expect.any(Number) };
      expect([status, body]).toEqual([200, { ...tokens, ...whose, ...terms }]);
      const { access_token, refresh_token } = body as Record<string, string>;
      expect((await of(access_token!, 'GET', '/v2/users/me')).body).toMatchObject({ id: userId });

      const form = { grant_type: 'refresh_token', refresh_token: refresh_token! };
      const { body: renewed } = await requestToken(platform(), form, app.basic);
      expect((renewed as typeof tokens).access_token).not.toBe(access_token);
      const remove = { method: 'DELETE', headers: { authorization: app.basic } };
      const target = `/oauth/access_token/${(renewed as typeof tokens).access_token}`;
      expect(await call(target, remove)).toMatchObject({ status: 204, text: '' });
      expect((await call(target, remove)).status).toBe(404);
    });

    it('can read but not write with the scope read', async () => {
      const { body } = await exchange({ scope: 'read' });
      const { access_token, scope } = body as Record<string, string>;
      expect(scope).toBe('read');
      const { ids } = platform();
      for (const target of ['/v2/users/me', '/v2/bookings', `/v2/guests/${ids.guest}`, '/v1/quotes']) {
        expect([target, (await of(access_token!, 'GET', target)).status]).toEqual([target, 200]);
      }
      const writes = [
        ['POST', '/v2/guests'],
        ['PATCH', `/v2/guests/${ids.guest}`],
        ['DELETE', `/v2/guests/${ids.guest}`],
        ['PUT', `/v1/quotes/${ids.quote}`],
        ['TEST', '/v1/quotes'],
      ] as const;
      for (const [method, target] of writes) {
        const refused = await of(access_token!, method, target, { last_name: 'X' });
        expect([method, refused.status, refused.body]).toMatchObject([method, 403, { status: 'forbidden' }]);
      }
    });
  });
}
