import { type PortalUnderTest, startPortalUnderTest } from '../testing/portal-under-test';
import { answering, errorOf, refusing, refusingWith } from '../testing/start-signed-in';
import { ada, identityOfAda, password, sessionToken } from '../testing/stub-identity';

let portal: PortalUnderTest;
afterEach(() => portal.stop());

const link = { ...ada, kind: 'invitation' as const, expires_utc: '2040-01-01T00:00:00Z' };
const typed = { password, repeated: password };
const start = async (answers: Parameters<typeof startPortalUnderTest>[0]['identity']) => {
  portal = await startPortalUnderTest({
    identity: { ...identityOfAda(), lookAtLink: answering(link), ...answers },
  });
  const browser = portal.browser();
  return { browser, opened: await browser.open('/portal/links/a-token') };
};

describe('a one-time link', () => {
  it.each([
    ['first_user', 'Welcome to Keyhaven', 'You are the first user of Casa &lt;Aurora> &amp; Söhne.'],
    ['invitation', 'Accept the invitation', 'You are invited to the account of Casa &lt;Aurora> &amp; Söhne.'],
    ['password_reset', 'Choose a new password', 'For the account of Casa &lt;Aurora> &amp; Söhne.'],
  ] as const)('of the kind %s opens a page that explains the purpose of the link', async (kind, title, lead) => {
    const { opened } = await start({ lookAtLink: answering({ ...link, kind }) });
    expect(opened.html).toContain(`<h1>${title}</h1>`);
    expect(opened.html).toContain(lead);
    expect(opened.html).toContain('value="ada@example.com"');
  });

  it('sets the password, and signs the person in', async () => {
    const signedIn = { ...ada, active: true as const, token: sessionToken, expires_utc: '2040-01-01T00:00:00Z' };
    const redeemLink = answering(signedIn);
    const { browser } = await start({ redeemLink });
    const { status, location } = await browser.submit('/portal/links/a-token', typed);
    expect([status, location]).toEqual([303, '/portal']);
    expect(redeemLink.mock.calls[0]![0]).toEqual({ body: { token: 'a-token', password, address: '192.0.2.1' } });
    expect((await browser.open('/portal')).html).toContain('Your password is set.');
    expect((await browser.open('/portal')).html).not.toContain('Your password is set.');
  });

  it('refuses a password and a repetition that differ, and does not return them in the page', async () => {
    const redeemLink = answering({ active: false as const });
    const { browser } = await start({ redeemLink });
    const { status, html } = await browser.submit('/portal/links/a-token', {
      ...typed,
      repeated: 'another one of mine',
    });
    expect([status, errorOf(html, 'repeated')]).toEqual([400, 'The two passwords differ.']);
    expect(html).not.toMatch(/another one of mine|correct horse/);
    expect(redeemLink).not.toHaveBeenCalled();
  });

  it('marks the password field if the identity service refuses the password', async () => {
    const { browser } = await start({ redeemLink: refusing('password: expected at least 12 characters') });
    const { status, html } = await browser.submit('/portal/links/a-token', typed);
    expect([status, errorOf(html, 'password')]).toEqual([400, 'Expected at least 12 characters.']);
  });

  it('does not claim “Nothing was changed” after its use, because the form may have been sent twice', async () => {
    const { browser } = await start({ redeemLink: refusingWith('not_found', 'there is no such link') });
    const { status, html } = await browser.submit('/portal/links/a-token', typed);
    expect([status, html]).toEqual([404, expect.stringContaining('This page does not exist')]);
    expect(html).not.toContain('Nothing was changed');
  });

  it('opens a page with status 404 if it was used before', async () => {
    const { opened } = await start({ lookAtLink: refusingWith('not_found', 'there is no such link') });
    expect([opened.status, opened.html]).toEqual([404, expect.stringContaining('This page does not exist')]);
  });
});

describe('the page for a forgotten password', () => {
  const request = async (answers: Parameters<typeof start>[0]) => {
    const { browser } = await start(answers);
    await browser.open('/portal/forgotten-password');
    return browser.submit('/portal/forgotten-password', { email_address: 'bo"@example.com' });
  };

  it.each([
    [true, 'Look into your mailbox'],
    [false, 'This platform sends no e-mail'],
  ])('says whether the platform sends e-mail: %s', async (is_mailed, text) => {
    const { status, html } = await request({ requestPasswordReset: answering({ is_mailed }) });
    expect([status, html]).toEqual([200, expect.stringContaining(text)]);
  });

  it('keeps the e-mail address in the form after too many attempts, and sends Retry-After', async () => {
    const message = 'too many attempts; try again in 60 seconds';
    const requestPasswordReset = refusingWith('too_many_requests', message, { 'Retry-After': '60' });
    const { status, html, headers } = await request({ requestPasswordReset });
    expect([status, html]).toEqual([429, expect.stringContaining('Too many attempts; try again in 60 seconds.')]);
    expect(headers.get('retry-after')).toBe('60');
    expect(html).toContain('value="bo&#34;@example.com"');
  });
});
