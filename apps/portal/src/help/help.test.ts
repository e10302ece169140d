import type { Browser } from '../testing/browser';
import { type PortalUnderTest, startPortalUnderTest } from '../testing/portal-under-test';

describe('the online help', () => {
  let portal: PortalUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    portal = await startPortalUnderTest({ identity: {} });
    browser = portal.browser();
  });
  afterAll(() => portal.stop());

  it('shows guides to people without a session, with the same security policy as all pages', async () => {
    const { status, html, headers } = await browser.open('/help/v2/errors');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain('<h1>Errors</h1>');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.getSetCookie()).toEqual([]);
    expect(html).not.toMatch(/<style|<script>|\son\w+=|\sstyle=/);
  });

  it('answers 304 for a page that has not changed', async () => {
    const { headers } = await browser.open('/help/v2/errors');
    const again = await browser.open('/help/v2/errors', {
      'if-none-match': headers.get('etag')!,
      // Because of If-None-Match, fetch would send "cache-control: no-cache" by default, and then the server would not
      // respond with 304.
      'cache-control': 'max-age=0',
    });
    expect([again.status, again.html]).toEqual([304, '']);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
  });

  it('returns each page as Markdown too, with links to the Markdown versions of other pages', async () => {
    const { headers, html } = await browser.open('/help/v2/webhooks.md');
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(html).toMatch(/^# Webhooks\n/);
    expect(html).toContain('(/help/v2/events.md)');
    expect(html).not.toContain('](../');
  });

  it('redirects from /help to the index page', async () => {
    expect((await browser.open('/help')).location).toBe('/help/v2');
    expect((await browser.open('/help/v2')).html).toContain('href="/help/v2/webhooks"');
  });

  it('lists all help pages in /llms.txt, for language models', async () => {
    const { html } = await browser.open('/llms.txt');
    expect(html).toMatch(/^# Keyhaven\n/);
    expect(html).toContain('- [Webhooks](http://127.0.0.1:8080/help/v2/webhooks.md): ');
    expect(html).toContain('/help/operators/operations.md');
  });

  it("omits parenthesized links, such as '(people and sign-in)', from the summaries in /llms.txt", async () => {
    const { html } = await browser.open('/llms.txt');
    expect(html).toContain('People sign in there to create apps');
    expect(html).not.toContain('(people and sign-in)');
  });

  it('shows the page about the searched topic or operation before passages of other pages', async () => {
    const first = async (words: string) =>
      /<ol class="hits">[^]*?<a href="([^"]+)"/.exec(
        (await browser.open(`/help/search?q=${encodeURIComponent(words)}`)).html,
      )?.[1];
    expect(await first('webhooks')).toBe('/help/v2/webhooks');
    expect(await first('quotes')).toBe('/help/v2/quotes');
    expect(await first('create booking')).toBe('/help/v2/endpoints/create-booking');
    expect(await first('nights_taken')).toBe('/help/v2/errors#nights_taken');
  });

  it('tolerates typing errors in a search only if no passage contains the words as entered', async () => {
    const { html } = await browser.open('/help/search?q=rounding');
    expect(html).toContain('href="/help/v2/prices#the-rounding-law"');
    expect(html).not.toContain('href="/help/operators/operations');
  });

  it('finds passages by words, by the beginning of a word, and despite a typing error in a word', async () => {
    const find = async (words: string) => (await browser.open(`/help/search?q=${encodeURIComponent(words)}`)).html;
    expect(await find('webhook signatures')).toContain('href="/help/v2/webhook');
    expect(await find('idempot')).toContain('href="/help/v2/');
    expect(await find('webhoks')).toContain('href="/help/v2/webhooks');
    expect(await find('zzzzqqqq')).toContain('Nothing found');
    expect(await find('"><script>alert(1)</script>')).not.toMatch(/[^;]><script>alert/);
  });

  it('answers a request for the Markdown version of an unknown page with a short 404 in Markdown', async () => {
    const { status, html, headers } = await browser.open('/help/v2/nope.md');
    expect([status, headers.get('content-type')]).toEqual([404, 'text/markdown; charset=utf-8']);
    expect(html).toBe('# Not found\n\nThere is no page /help/v2/nope.md. /llms.txt lists all pages.\n');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('answers a request for an unknown page with 404', async () => {
    for (const path of ['/help/v2/nothing', '/help/v2/nothing.md', '/help/../package.json', '/help/v2/constructor']) {
      expect([path, (await browser.open(path)).status]).toEqual([path, 404]);
    }
  });
});
