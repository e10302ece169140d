import { attackAttachment, attackTokensOfApp, expectedOf } from './attack-apps';
import { send } from './http-client';
import { openRoutes, titleOf } from './public-routes';
import type { TwoAccounts } from './two-accounts';

/**
 * The tests below cover these routes one by one, because their contracts do not describe their
 * secrets.
 */
const tested = [
  'exchangeToken',
  'getAttachment',
  'getResourceMetadata',
  'getServerMetadata',
  'listAnnouncements',
  'revokeOAuthToken',
  'showAnnouncementFeed',
  'showPaymentForm',
  'submitPaymentForm',
];

/** Tests the routes that need no credentials of an account. */
export function describeOpenRoutes(accounts: () => TwoAccounts): void {
  describe('public routes that need no credentials of an account', () => {
    it('are exactly the routes that these tests cover', () => {
      expect(openRoutes.map(({ name }) => name).sort()).toEqual(tested);
    });

    it('return an attachment only if the URL is signed', async () => {
      const outcomes = await attackAttachment(accounts());
      expect(outcomes).toEqual(expectedOf(outcomes));
    });

    it('return no data of an account if the request contains no secret', async () => {
      const { platform, victim, detector } = accounts();
      const withoutSecret = openRoutes.filter(({ route: { method, path } }) => method === 'GET' && !path.includes(':'));
      for (const named of withoutSecret) {
        const { status, text } = await send(platform.url, { target: named.route.path });
        expect([titleOf(named), status, detector.leaksIn(text)]).toEqual([titleOf(named), 200, []]);
      }
      for (const method of ['GET', 'POST']) {
        const form = { method, target: `/payment_forms/${victim.ids.form_key}x` };
        const { status, text } = await send(platform.url, { ...form, ...(method === 'POST' && { form: {} }) });
        expect([method, status, detector.leaksIn(text)]).toEqual([method, 404, []]);
      }
    });

    it('do not let an app use or revoke the tokens of another app', async () => {
      const outcomes = await attackTokensOfApp(accounts());
      expect(outcomes).toEqual(expectedOf(outcomes));
    });
  });
}
