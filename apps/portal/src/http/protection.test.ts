import type { Browser } from '../testing/browser';
import { type PortalUnderTest, startPortalUnderTest } from '../testing/portal-under-test';
import { ada, identityOfAda, otherSessionToken, password } from '../testing/stub-identity';

const identity = identityOfAda();
let portal: PortalUnderTest;
let browser: Browser;
beforeAll(async () => void (portal = await startPortalUnderTest({ identity })));
beforeEach(() => {
  identity.isActive = true;
  browser = portal.browser();
});
afterAll(() => portal.stop());

const good = { email_address: ada.person.email_address, password };
const signIn = async () => {
  await browser.open('/portal/sign-in');
  await browser.submit('/portal/sign-in', good);
  return browser.open('/portal');
};

describe('the forms of the portal', () => {
  it('are refused without a CSRF token, and with a token that does not match the CSRF cookie', async () => {
    await browser.open('/portal/sign-in');
    const missing = await browser.submit('/portal/sign-in', { ...good, csrf_token: '' });
    expect([missing.status, missing.html]).toEqual([403, expect.stringContaining('The form has expired')]);
    const other = portal.browser();
    await other.open('/portal/sign-in');
    browser.cookies.set('keyhaven_csrf', other.cookies.get('keyhaven_csrf')!);
    expect((await browser.submit('/portal/sign-in', good)).status).toBe(403);
  });

  it('are refused with a CSRF token that was issued before the sign-in', async () => {
    await browser.open('/portal/sign-in');
    const before = browser.cookies.get('keyhaven_csrf')!;
    await signIn();
    browser.cookies.set('keyhaven_csrf', before);
    expect((await browser.submit('/portal/sign-out', { csrf_token: before })).status).toBe(403);
    expect(identity.isActive).toBe(true);
  });

  it('are refused with the CSRF cookie and token of another session', async () => {
    const other = portal.browser();
    other.cookies.set('keyhaven_session', otherSessionToken);
    await other.open('/portal');
    const csrf_token = other.cookies.get('keyhaven_csrf')!;
    await signIn();
    browser.cookies.set('keyhaven_csrf', csrf_token);
    expect((await browser.submit('/portal/sign-out', { csrf_token })).status).toBe(403);
    expect(identity.isActive).toBe(true);
    // In its own session, the same token is accepted.
    expect((await other.submit('/portal/sign-out', { csrf_token })).status).toBe(303);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the domain', { 'sec-fetch-site': 'same-site' }],
    ['another origin, by a browser that sends only the header Origin', { origin: 'https://evil.example' }],
    ['a page with the origin null', { origin: 'null' }],
  ])('are refused from %s', async (_name, headers) => {
    await signIn();
    const answer = await browser.submit('/portal/sign-out', {}, headers);
    expect([answer.status, answer.html]).toEqual([403, expect.stringContaining('The form was sent from')]);
    expect(identity.isActive).toBe(true);
  });

  it('are accepted from the public URL if the browser sends only the header Origin', async () => {
    await signIn();
    expect((await browser.submit('/portal/sign-out', {}, { origin: 'http://127.0.0.1:8080' })).status).toBe(303);
  });

  it('are refused with an error page if they are too large, or if the body is not a form', async () => {
    await signIn();
    const large = await browser.submit('/portal/sign-out', { a: 'x'.repeat(20_000) });
    expect([large.status, large.html]).toEqual([413, expect.stringContaining('<!doctype html>')]);
    const text = await browser.submit('/portal/sign-out', { a: 'x' }, { 'content-type': 'text/plain' });
    expect(text.status).toBe(415);
  });
});

describe('the pages of the portal', () => {
  it('load only files of their own site, are not cached, and cannot be framed', async () => {
    const { headers, html } = await signIn();
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(html).not.toMatch(/<style|<script>|\son\w+=|\sstyle=/);
  });

  it('use files that may be cached for a year, because their names change with their content', async () => {
    const { html } = await signIn();
    const files = [...html.matchAll(/(?:href|src)="(\/portal\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(files).toHaveLength(3);
    for (const path of files) {
      const { status, headers } = await browser.open(path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    expect((await browser.open('/portal/assets/style.000000000000.css')).status).toBe(404);
  });

  it('return 404 with an error page if they do not exist', async () => {
    const { status, html } = await browser.open('/portal/nothing/here');
    expect([status, html]).toEqual([404, expect.stringContaining('This page does not exist')]);
  });

  it('return 503 with an error page without internal details if they cannot be rendered', async () => {
    const broken = await startPortalUnderTest({ identity: {} });
    const visitor = broken.browser();
    visitor.cookies.set('keyhaven_session', 'x');
    const { status, html, headers } = await visitor.open('/portal');
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    expect(html).toContain('This page is not available at the moment');
    expect(html).not.toContain('lookUpSession');
    await broken.stop();
  });

  it('are returned only if the request comes from the gateway', async () => {
    expect((await fetch(`${portal.url}/portal/sign-in`)).status).toBe(401);
  });

  it('escape the message in a flash cookie, and ignore a malformed cookie', async () => {
    browser.cookies.set('keyhaven_flash', Buffer.from('{"kind":"ok","text":"<b>x</b>"}').toString('base64url'));
    expect((await browser.open('/portal/sign-in')).html).toContain('&lt;b>x');
    browser.cookies.set('keyhaven_flash', 'broken');
    expect((await browser.open('/portal/sign-in')).status).toBe(200);
  });
});
