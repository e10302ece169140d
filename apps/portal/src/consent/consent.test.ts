import type { AuthorizationCheck } from '@keyhaven/contracts/identity/oauth-authorization';
import type { Browser } from '../testing/browser';
import type { PortalUnderTest } from '../testing/portal-under-test';
import { answering, refusingWith, startSignedIn } from '../testing/start-signed-in';

const question: Extract<AuthorizationCheck, { outcome: 'ask' }> = {
  outcome: 'ask',
  app: {
    client_id: 'c_1',
    name: 'Clean <& Ready>',
    description: 'It <cleans>.',
    website_url: 'https://clean.example/',
  },
  developer: 'Brooms & "Co"',
  scope: 'full',
  redirect_uri: 'https://app.example:8443/back?a=1',
  account: { id: 42, company_name: 'Casa <Aurora>' },
  is_authorized: false,
};
const path = '/oauth/authorize?client_id=c_1&state=a%26b%22';
const action = '/oauth/authorize?client_id=c_1&amp;state=a%26b%22';
const redirect = (to: string) => answering({ outcome: 'redirect' as const, redirect_to: to });

let portal: PortalUnderTest;
let browser: Browser;
const start = async (...[answers, options]: Parameters<typeof startSignedIn>) => {
  const checkAuthorizationRequest = answering(question);
  ({ portal, browser } = await startSignedIn({ checkAuthorizationRequest, ...answers }, options));
  return browser.open(path);
};
/**
 * Submits the form with the CSRF token. The token must be given here, because the test browser does not find the form
 * in the page: the browser searches for the unescaped URL of the form, but the page contains the escaped URL.
 */
const decide = (fields: Record<string, string>) =>
  browser.submit(path, { csrf_token: browser.cookies.get('keyhaven_csrf')!, ...fields });
afterEach(() => portal.stop());

describe('the consent page', () => {
  it('shows the app, the access that it requests and the host of its redirect URI, with escaped names', async () => {
    const { status, html } = await start();
    expect(status).toBe(200);
    expect(html).toContain('<h1>Clean &lt;&amp; Ready></h1>');
    expect(html).toContain('It &lt;cleans>.');
    expect(html).toContain('Casa &lt;Aurora>');
    expect(html).toContain('app.example:8443');
    expect(html).toContain('Read and write everything of the account');
    expect(html).toContain(`action="${action}"`);
  });

  it('lets its form redirect to any site, unlike all other pages', async () => {
    const { headers } = await start();
    expect(headers.get('content-security-policy')).toContain("form-action 'self' https: http:;");
    const other = await browser.open('/portal');
    expect(other.headers.get('content-security-policy')).toContain("form-action 'self';");
  });

  it('redirects to the app with an authorization code if the person allows the access', async () => {
    const approveAuthorizationRequest = redirect('https://app.example:8443/back?code=tc_1');
    await start({ approveAuthorizationRequest });
    const answer = await decide({ decision: 'allow' });
    expect([answer.status, answer.location]).toEqual([303, 'https://app.example:8443/back?code=tc_1']);
    expect(approveAuthorizationRequest.mock.calls[0]![0]).toEqual({
      params: { user_id: 42 },
      body: { person_id: 7, parameters: { client_id: 'c_1', state: 'a&b"' }, scope: undefined },
    });
  });

  it('grants read-only access if the person chooses it', async () => {
    const approveAuthorizationRequest = redirect('https://app.example:8443/back');
    await start({ approveAuthorizationRequest });
    await decide({ decision: 'allow', scope: 'read' });
    expect(approveAuthorizationRequest.mock.calls[0]![0]).toMatchObject({ body: { scope: 'read' } });
  });

  it('does not offer read-only access as a choice if the app requests only read-only access', async () => {
    const { html } = await start({ checkAuthorizationRequest: answering({ ...question, scope: 'read' as const }) });
    expect(html).not.toContain('Allow reading only');
  });

  it('redirects to the app with the error access_denied if the person refuses', async () => {
    await start({ refuseAuthorizationRequest: redirect('https://app.example:8443/back?error=access_denied') });
    expect((await decide({ decision: 'refuse' })).location).toBe('https://app.example:8443/back?error=access_denied');
  });

  it('refuses a form that contains no decision', async () => {
    await start();
    expect((await decide({})).status).toBe(400);
  });

  it('redirects to the app with an error, without asking the person, if the request is invalid', async () => {
    const { status, location } = await start({
      checkAuthorizationRequest: redirect('https://app.example:8443/back?error=invalid_scope'),
    });
    expect([status, location]).toEqual([303, 'https://app.example:8443/back?error=invalid_scope']);
  });

  it('shows an error without a form if the app is unknown', async () => {
    const messages = ['client_id: there is no app <c_1>'];
    const { status, html } = await start({
      checkAuthorizationRequest: answering({ outcome: 'refuse' as const, messages }),
    });
    expect([status, html]).toEqual([400, expect.stringContaining('client_id: there is no app &lt;c_1>.')]);
    expect(html).not.toContain('<form');
  });

  it("shows the form again if the identity service refuses the person's decision", async () => {
    await start({ approveAuthorizationRequest: refusingWith('conflict', 'the account has too many apps') });
    const { status, html } = await decide({ decision: 'allow' });
    expect([status, html]).toEqual([409, expect.stringContaining('The account has too many apps.')]);
    expect(html).toContain('value="allow"');
  });

  it('redirects people without a session to the sign-in page', async () => {
    await start();
    const { status, location } = await portal.browser().open(path);
    expect([status, location]).toEqual([303, `/portal/sign-in?next=${encodeURIComponent(path)}`]);
  });
});
