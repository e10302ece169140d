import type { Browser } from '../testing/browser';
import type { PortalUnderTest } from '../testing/portal-under-test';
import { answering, refusingWith, startSignedIn } from '../testing/start-signed-in';

const authorization = {
  id: 5,
  app: { client_id: 'c_1', name: 'Clean "<Ready>"', description: '', website_url: null },
  developer: 'Brooms <Co>',
  scope: 'read' as const,
  person: null,
  created_utc: '2026-05-01T10:00:00Z',
  last_used_utc: null,
};
const listAuthorizations = answering({ items: [authorization] });

let portal: PortalUnderTest;
let browser: Browser;
const start = async (...[answers, options]: Parameters<typeof startSignedIn>) => {
  ({ portal, browser } = await startSignedIn({ listAuthorizations, ...answers }, options));
  return browser.open('/portal/authorized-apps');
};
afterEach(() => portal.stop());

describe('the page with the authorized apps', () => {
  it('escapes the names of apps and developers, and says if the person who allowed an app was removed', async () => {
    const { html } = await start();
    expect(html).toContain('<strong>Clean &#34;&lt;Ready>&#34;</strong><small>by Brooms &lt;Co></small>');
    expect(html).toContain('A person who was removed');
    expect(html).toContain('data-confirm="Revoke Clean &#34;<Ready>&#34;?');
  });

  it('says that there are no apps if the list is empty', async () => {
    expect((await start({ listAuthorizations: answering({ items: [] }) })).html).toContain('No apps');
  });

  it('is shown to members too, but they cannot revoke an app', async () => {
    const revokeAuthorization = answering({});
    const { html } = await start({ revokeAuthorization }, { role: 'member' });
    expect(html).toContain('Brooms');
    expect(html).not.toContain('/revoke"');
    const csrf_token = browser.cookies.get('keyhaven_csrf')!;
    expect((await browser.submit('/portal/authorized-apps/5/revoke', { csrf_token })).status).toBe(403);
    expect(revokeAuthorization).not.toHaveBeenCalled();
  });

  it('revokes an app, and then says when its tokens stop working', async () => {
    const revokeAuthorization = answering({});
    await start({ revokeAuthorization });
    expect((await browser.submit('/portal/authorized-apps/5/revoke')).location).toBe('/portal/authorized-apps');
    expect(revokeAuthorization.mock.calls[0]![0]).toEqual({ params: { user_id: 42, id: '5' }, body: { person_id: 7 } });
    expect((await browser.open('/portal/authorized-apps')).html).toContain('Its tokens stop within five seconds');
  });

  it('returns 404 if the app belongs to another account', async () => {
    await start({ revokeAuthorization: refusingWith('not_found', 'there is no authorization 5') });
    expect((await browser.submit('/portal/authorized-apps/5/revoke')).status).toBe(404);
  });
});
