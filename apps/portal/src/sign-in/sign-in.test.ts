import type { Browser } from '../testing/browser';
import { type PortalUnderTest, startPortalUnderTest } from '../testing/portal-under-test';
import { ada, identityOfAda, password } from '../testing/stub-identity';

let portal: PortalUnderTest;
let browser: Browser;
beforeEach(async () => {
  portal = await startPortalUnderTest({ identity: identityOfAda() });
  browser = portal.browser();
});
afterEach(() => portal.stop());

const good = { email_address: ada.person.email_address, password };

async function signIn(fields: Record<string, string> = good, from = '/portal/sign-in') {
  await browser.open(from);
  return browser.submit('/portal/sign-in', fields);
}

describe('signing in', () => {
  it('redirects to the page that the person requested', async () => {
    const refused = await browser.open('/portal?a=1');
    expect([refused.status, refused.location]).toEqual([303, '/portal/sign-in?next=%2Fportal%3Fa%3D1']);
    const answer = await signIn(good, refused.location!);
    expect([answer.status, answer.location]).toEqual([303, '/portal?a=1']);
    const home = await browser.open('/portal?a=1');
    expect(home.status).toBe(200);
    expect(home.html).toContain('Casa &lt;Aurora> &amp; Söhne');
  });

  it('redirects to the consent page with its complete URL', async () => {
    const wanted = '/oauth/authorize?client_id=c_1&redirect_uri=https://app.example/back&state=a%26b';
    await browser.open(`/portal/sign-in?next=${encodeURIComponent(wanted)}`);
    expect((await browser.submit('/portal/sign-in', good)).location).toBe(wanted);
  });

  it('redirects to a long URL of the consent page, although the form encodes the percent signs of the URL again', async () => {
    const wanted = '/oauth/authorize?client_id=c_1&state='.concat('%22'.repeat(4000));
    await browser.open(`/portal/sign-in?next=${encodeURIComponent(wanted)}`);
    const { status, location } = await browser.submit('/portal/sign-in', good);
    expect([status, location === wanted]).toEqual([303, true]);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/portal/..//evil.example\t',
    '/portalevil',
    '/portal/sign-out',
    'javascript:alert(1)',
    '',
  ])('never redirects to "%s"', async (next) => {
    await browser.open(`/portal/sign-in?next=${encodeURIComponent(next)}`);
    expect((await browser.submit('/portal/sign-in', good)).location).toBe('/portal');
    const changed = portal.browser();
    await changed.open('/portal/sign-in');
    expect((await changed.submit('/portal/sign-in', { ...good, next })).location).toBe('/portal');
  });

  it('sets a cookie that scripts cannot read, and that browsers do not send with forms of other sites', async () => {
    const { headers } = await signIn();
    const cookie = headers.getSetCookie().find((line) => line.startsWith('keyhaven_session='));
    expect(cookie).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  });

  it('shows the same message for an unknown e-mail address and a wrong password, and keeps the e-mail address', async () => {
    for (const fields of [
      { ...good, password: 'a-bad-guess' },
      { ...good, email_address: 'bo@example.com' },
    ]) {
      const { status, html } = await signIn(fields);
      expect(status).toBe(401);
      expect(html).toContain('The e-mail address or the password is wrong.');
      expect(html).toContain(`value="${fields.email_address}"`);
      expect(html).not.toContain(fields.password);
    }
    expect(browser.cookies.has('keyhaven_session')).toBe(false);
  });

  it('creates a session that lasts until the person signs out; the next page then shows a message about the sign-out', async () => {
    await signIn();
    await browser.open('/portal');
    const answer = await browser.submit('/portal/sign-out');
    expect([answer.status, answer.location]).toEqual([303, '/portal/sign-in']);
    expect((await browser.open('/portal/sign-in')).html).toContain('You are signed out.');
    expect((await browser.open('/portal/sign-in')).html).not.toContain('You are signed out.');
    expect((await browser.open('/portal')).status).toBe(303);
  });
});

describe('cookies over https', () => {
  it('are secure, and have a prefix that prevents other hosts from setting them', async () => {
    const secure = await startPortalUnderTest({ identity: identityOfAda() }, { publicUrl: 'https://stay.example' });
    const visitor = secure.browser();
    await visitor.open('/portal/sign-in');
    const { headers } = await visitor.submit('/portal/sign-in', good);
    const cookie = headers.getSetCookie().find((line) => line.includes('keyhaven_session'));
    expect(cookie).toMatch(/^__Host-keyhaven_session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/);
    await secure.stop();
  });
});
